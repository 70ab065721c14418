#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_FADD, MSN(0), IS(operand_swap_or_add, 1)),
	EXPECT(ATOMIC_RESP, MSN(0)),
	SEND(ATOMIC_FADD, MSN(1), IS(operand_swap_or_add, 1)),
	EXPECT(ATOMIC_RESP, MSN(1)),
	SEND(ATOMIC_FADD, MSN(2), IS(operand_swap_or_add, 1)),
	EXPECT(ATOMIC_RESP, MSN(2), IS(msg_attempt, 0), CLAUSE(READ_3)),
	EXPECT(ACK, ABOUT(0), CMSN(3), STATUS(OK)),
	DONE,
};

const struct case_def case_atom_depth_freed = {
	.clause = READ_5,
	.also = { READ_3 },
	.text = "An answered atomic is outstanding no longer",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_ATOMIC, .read_depth = 1, .acks = ACKS_EVERY },
	.steps = steps,
};
