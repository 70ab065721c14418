#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_FADD, MSN(0), IS(operand_swap_or_add, 1), IS(msg_last, 0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	WAIT_QUIET(500),
	CHECK_COUNT(0, ATOMIC_RESP, CLAUSE(READ_6)),
	DONE,
};

const struct case_def case_atom_not_last = {
	.clause = PLACE_6,
	.also = { READ_6 },
	.text = "An ATOMIC with the last bit clear is refused with INVALID and not answered",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_ATOMIC },
	.steps = steps,
};
