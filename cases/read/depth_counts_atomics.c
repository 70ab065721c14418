#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_FADD, MSN(1), IS(operand_swap_or_add, 1)),
	EXPECT(ACK, CUM(0)),
	SEND(READ_REQ, MSN(2), IS(msg_length, 64)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(2)),
	SEND(WRITE, MSN(0)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(INVALID), STATUS_MSN(2), CLAUSE(ERR_1)),
	CHECK_NEVER(READ_RESP, MSN(2), CLAUSE(READ_6)),
	DONE,
};

const struct case_def case_read_depth_counts_atomics = {
	.clause = READ_5,
	.also = { READ_6 },
	.text = "ATOMICs count in read_depth",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ | REF_OP_ATOMIC, .read_depth = 1, .acks = ACKS_EVERY },
	.steps = steps,
};
