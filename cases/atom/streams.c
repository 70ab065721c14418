#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_FADD, STREAM(0), MSN(0), AT(8), IS(operand_swap_or_add, 1)),
	SEND(ATOMIC_FADD, STREAM(1), MSN(0), AT(8), IS(operand_swap_or_add, 1)),
	SEND(ATOMIC_FADD, STREAM(2), MSN(0), AT(8), IS(operand_swap_or_add, 1)),
	SEND(ATOMIC_FADD, STREAM(3), MSN(0), AT(8), IS(operand_swap_or_add, 1)),
	WAIT_QUIET(1000),
	CHECK_COUNT(4, ATOMIC_RESP, IS(base_rtx, 0)),
	CHECK(check_atomics),
	DONE,
};

const struct case_def case_atom_streams = {
	.clause = ATOM_3,
	.also = { ATOM_1 },
	.text = "ATOMICs of several streams on one place each see the ones before",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_ATOMIC },
	.steps = steps,
};
