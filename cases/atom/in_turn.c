#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_FADD, MSN(1), AT(0), IS(operand_swap_or_add, 3)),
	EXPECT(ACK, CUM(0)),
	QUIET(500, 1u << PKT_ATOMIC_RESP),
	SEND(WRITE, MSN(0), PAYLOAD(64), AT(0)),
	EXPECT(ATOMIC_RESP, MSN(1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	CHECK(check_atomics, CLAUSE(ATOM_1)),
	DONE,
};

const struct case_def case_atom_in_turn = {
	.clause = READ_1,
	.also = { ATOM_1 },
	.text = "An ATOMIC waits for the messages before it",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_ATOMIC },
	.steps = steps,
};
