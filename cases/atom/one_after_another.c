#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_CSWAP, PSN(3), MSN(3), AT(8), IS(operand_swap_or_add, 4),
	     IS(operand_compare, 3)),
	SEND(ATOMIC_CSWAP, PSN(1), MSN(1), AT(8), IS(operand_swap_or_add, 2),
	     IS(operand_compare, 1)),
	SEND(ATOMIC_CSWAP, PSN(2), MSN(2), AT(8), IS(operand_swap_or_add, 3),
	     IS(operand_compare, 2)),
	SEND(ATOMIC_CSWAP, PSN(0), MSN(0), AT(8), IS(operand_swap_or_add, 1),
	     HELD(operand_compare, 0)),
	EXPECT(ACK, ABOUT(0), CMSN(4), STATUS(OK)),
	WAIT_QUIET(500),
	CHECK(check_atomics),
	CHECK_COUNT(1, ATOMIC_RESP, MSN(3), IS(result_original, 3)),
	DONE,
};

const struct case_def case_atom_one_after_another = {
	.clause = ATOM_2,
	.also = { READ_1, ATOM_1 },
	.text = "Many ATOMICs in any order of arrival take effect once each, in the order of their "
		"stream",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_ATOMIC },
	.steps = steps,
};
