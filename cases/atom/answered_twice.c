#include "harness/case.h"

static const struct step steps[] = {
	POST(ATOMIC_FADD, IS(operand_swap_or_add, 3)),
	POST(ATOMIC_FADD, IS(operand_swap_or_add, 3)),
	WAIT_SENT(2),
	SEND(ATOMIC_RESP, MSN(1), IS(result_original, 7)),
	EXPECT(ACK, CUM(0)),
	SEND(ATOMIC_RESP, MSN(1), IS(result_original, 9)),
	EXPECT(ACK, CUM(1)),
	SEND(ATOMIC_RESP, MSN(0), IS(result_original, 5)),
	EXPECT(ACK, CUM(2)),
	WAIT_WORK(2, SUCCESS),
	POST(ATOMIC_FADD, IS(operand_swap_or_add, 3)),
	EXPECT(ATOMIC_FADD, MSN(2)),
	DONE,
};

/* Counted twice it would leave no room for another request. */
const struct case_def case_atom_answered_twice = {
	.clause = READ_4,
	.also = { STRM_5 },
	.text = "A second response to an atomic answered already is acknowledged and ignored",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_ATOMIC, .mute_peer = true, .acks = ACKS_EVERY },
	.steps = steps,
};
