#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_FADD, MSN(0), AT(0), IS(operand_swap_or_add, -1)),
	SEND(ATOMIC_FADD, MSN(1), AT(0), IS(operand_swap_or_add, INT64_MIN)),
	SEND(ATOMIC_FADD, MSN(2), AT(0), IS(operand_swap_or_add, INT64_MIN)),
	EXPECT(ACK, ABOUT(0), CMSN(3), STATUS(OK)),
	WAIT_QUIET(500),
	CHECK(check_atomics),
	DONE,
};

const struct case_def case_atom_add_wraps = {
	.clause = ATOM_1,
	.also = { READ_1 },
	.text = "A fetch-and-add counts modulo 2^64",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_ATOMIC },
	.steps = steps,
};
