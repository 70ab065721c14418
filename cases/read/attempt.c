#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, MSN(0), IS(msg_length, 64), IS(msg_attempt, 1)),
	EXPECT(ACK, CUM(0), CMSN(0), STATUS(OK)),
	WAIT_QUIET(500),
	CHECK_COUNT(0, READ_RESP),
	DONE,
};

const struct case_def case_read_attempt = {
	.clause = RNR_3,
	.also = { READ_1 },
	.text = "A READ with an attempt other than 0 is acknowledged and ignored",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ },
	.steps = steps,
};
