#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_FADD, MSN(0), PSN(0), AT(0), IS(operand_swap_or_add, 1)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(ATOMIC_FADD, MSN(0), PSN(0), AT(0), IS(base_rtx, 1), IS(operand_swap_or_add, 1)),
	EXPECT(ACK, CUM(0)),
	SEND(ATOMIC_FADD, MSN(0), PSN(1), AT(0), IS(operand_swap_or_add, 1)),
	EXPECT(ACK, CUM(1)),
	WAIT_QUIET(500),
	CHECK_COUNT(1, ATOMIC_RESP, IS(base_rtx, 0)),
	CHECK(check_atomics),
	DONE,
};

const struct case_def case_atom_duplicate = {
	.clause = ATOM_2,
	.also = { READ_1, PSN_5 },
	.text = "An ATOMIC whose request arrives twice takes effect once",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_ATOMIC },
	.steps = steps,
};
