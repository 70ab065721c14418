#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_FADD, MSN(0), AT(AXIS(0)), IS(operand_swap_or_add, 1)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	WAIT_QUIET(500),
	CHECK_COUNT(0, ATOMIC_RESP, CLAUSE(READ_6)),
	DONE,
};

/* Regions begin at least 8-byte aligned, or this case and every right ATOMIC would say so. */
const struct case_def case_atom_misaligned = {
	.clause = ATOM_1,
	.also = { READ_6 },
	.text = "An ATOMIC not naturally aligned is refused with INVALID",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_ATOMIC },
	.axis = { .name = "offset", .list = AXIS_LIST(1, 2, 4, 7) },
	.steps = steps,
};
