#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0), PART(0, 3), IS(msg_length, 2049)),
	SEND(WRITE, MSN(0), PART(1, 3), IS(msg_length, 2049)),
	EXPECT(ACK, CUM(1), CMSN(0), STATUS(OK)),
	WAIT_QUIET(1000),
	CHECK_NEVER(ACK, CMSN(1)),
	SEND(WRITE, MSN(0), PART(2, 3), PAYLOAD(1)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_place_last_missing = {
	.clause = STRM_2,
	.text = "A message whose last packet is missing is not complete",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
