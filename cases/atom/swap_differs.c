#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_CSWAP, MSN(0), AT(128), IS(operand_swap_or_add, 0x1122334455667788),
	     HELD(operand_compare, AXIS(0))),
	EXPECT(ATOMIC_RESP, MSN(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	CHECK(check_atomics),
	DONE,
};

const struct case_def case_atom_swap_differs = {
	.clause = ATOM_1,
	.text = "A compare-and-swap of a value that is not there changes nothing and returns what "
		"is",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_ATOMIC },
	.axis = { .name = "difference", .list = AXIS_LIST(1, 256, 0x100000000) },
	.steps = steps,
};
