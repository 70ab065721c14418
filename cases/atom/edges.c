#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_FADD, MSN(0), AT(0), IS(operand_swap_or_add, 1)),
	SEND(ATOMIC_FADD, MSN(1), AT(65528), IS(operand_swap_or_add, 1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	WAIT_QUIET(500),
	CHECK(check_atomics),
	DONE,
};

const struct case_def case_atom_edges = {
	.clause = ATOM_1,
	.also = { PLACE_4 },
	.text = "The first and the last 8 bytes of a region can be worked on",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_ATOMIC },
	.steps = steps,
};
