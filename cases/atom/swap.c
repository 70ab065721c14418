#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_CSWAP, MSN(0), AT(128), IS(operand_swap_or_add, 0x1122334455667788),
	     HELD(operand_compare, 0)),
	SEND(ATOMIC_CSWAP, MSN(1), AT(128), IS(operand_swap_or_add, 5),
	     IS(operand_compare, 0x1122334455667788)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	WAIT_QUIET(500),
	CHECK(check_atomics),
	CHECK_COUNT(1, ATOMIC_RESP, MSN(1), IS(result_original, 0x1122334455667788)),
	DONE,
};

const struct case_def case_atom_swap = {
	.clause = ATOM_1,
	.also = { READ_1 },
	.text = "A compare-and-swap of a value that is there swaps and returns it",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_ATOMIC },
	.steps = steps,
};
