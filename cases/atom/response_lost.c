#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH(0), DROP),
	SEND(ATOMIC_FADD, MSN(0), AT(0), IS(operand_swap_or_add, 1)),
	EXPECT(ATOMIC_RESP, MSN(0), IS(base_rtx, 1)),
	CHECK(check_repairs_are_copies, CLAUSE(RTX_3)),
	CHECK(check_atomics),
	DONE,
};

const struct case_def case_atom_response_lost = {
	.clause = ATOM_2,
	.also = { RTX_3, RTX_7 },
	.text = "An ATOMIC whose response is lost is answered again with the same value, not "
		"executed again",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_ATOMIC, .paths = 1, .rto = RTO_SHORT },
	.steps = steps,
};
