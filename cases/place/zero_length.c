#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PAYLOAD(0), WRONG_RKEY),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(WRITE, PAYLOAD(0), IS(remote_address, 0)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	DONE,
};

const struct case_def case_place_zero_length = {
	.clause = PLACE_5,
	.also = { PLACE_3 },
	.text = "A zero-length WRITE needs no valid key and completes",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
