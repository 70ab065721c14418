#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, MSN(1), IS(msg_length, 64)),
	SEND(READ_REQ, MSN(2), IS(msg_length, 64)),
	EXPECT(ACK, CUM(1)),
	SEND(READ_REQ, MSN(3), IS(msg_length, 64)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(3)),
	SEND(WRITE, MSN(0)),
	EXPECT(ACK, ABOUT(0), CMSN(3), STATUS(INVALID), STATUS_MSN(3), CLAUSE(ERR_1)),
	CHECK_NEVER(READ_RESP, MSN(3), CLAUSE(READ_6)),
	CHECK(check_data_read, CLAUSE(READ_1)),
	DONE,
};

const struct case_def case_read_depth_beyond = {
	.clause = READ_5,
	.also = { READ_6, ERR_1 },
	.text = "A READ beyond read_depth is refused with INVALID",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .read_depth = 2, .acks = ACKS_EVERY },
	.steps = steps,
};
