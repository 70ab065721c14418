#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, AT(1001), PAYLOAD(AXIS(0))),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(WRITE, AT(4096), PAYLOAD(AXIS(0))),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	DONE,
};

const struct case_def case_place_exact_bytes = {
	.clause = PLACE_3,
	.also = { PLACE_1 },
	.text = "A WRITE of any size at any alignment changes exactly its own bytes",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.axis = { .name = "bytes",
		  .list = AXIS_LIST(1, 2, 3, 4, 5, 7, 8, 63, 64, 65, 1021, 1023, 1024) },
	.steps = steps,
};
