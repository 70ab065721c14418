#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_FADD, PATH(0), MSN(0), AT(16), IS(operand_swap_or_add, 1)),
	SEND(ATOMIC_FADD, PATH(1), MSN(1), AT(16), IS(operand_swap_or_add, 10)),
	SEND(ATOMIC_FADD, PATH(2), MSN(2), AT(16), IS(operand_swap_or_add, 100)),
	SEND(ATOMIC_FADD, PATH(3), MSN(3), AT(16), IS(operand_swap_or_add, 1000)),
	EXPECT(ACK, ABOUT(0), CMSN(4), STATUS(OK)),
	WAIT_QUIET(500),
	CHECK_COUNT(4, ATOMIC_RESP, IS(base_rtx, 0)),
	CHECK(check_atomics),
	DONE,
};

const struct case_def case_atom_each_once = {
	.clause = ATOM_2,
	.also = { ATOM_1, READ_1 },
	.text = "ATOMICs one after another on one place take effect once each",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_ATOMIC },
	.steps = steps,
};
