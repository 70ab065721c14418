#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_FADD, MSN(0), IS(operand_swap_or_add, 1), AT(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	WAIT_QUIET(500),
	CHECK_COUNT(0, ATOMIC_RESP, CLAUSE(READ_6)),
	DONE,
};

const struct case_def case_atom_no_right = {
	.clause = PLACE_4,
	.also = { READ_6 },
	.text = "An ATOMIC on a region that may not be worked on is refused with ACCESS and not "
		"answered",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_ATOMIC, .rights = REF_REMOTE_WRITE | REF_REMOTE_READ },
	.steps = steps,
};
