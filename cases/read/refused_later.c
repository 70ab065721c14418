#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, MSN(1), IS(msg_length, 64), WRONG_RKEY),
	SEND(READ_REQ, MSN(2), IS(msg_length, 64), AT(0)),
	SEND(WRITE, MSN(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(ACCESS), STATUS_MSN(1)),
	WAIT_QUIET(500),
	CHECK_COUNT(0, READ_RESP),
	DONE,
};

const struct case_def case_read_refused_later = {
	.clause = READ_6,
	.also = { ERR_1 },
	.text = "A refused READ leaves the messages before it to complete and those behind it "
		"alone",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ },
	.steps = steps,
};
