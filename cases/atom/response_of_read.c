#include "harness/case.h"

static const struct step steps[] = {
	POST(ATOMIC_FADD, IS(operand_swap_or_add, 3)),
	WAIT_SENT(1),
	SEND(READ_RESP, MSN(0), PAYLOAD(8), OTHER_PAYLOAD),
	EXPECT(ACK, CUM(0)),
	CHECK(check_no_more_work),
	DONE,
};

const struct case_def case_atom_response_of_read = {
	.clause = READ_4,
	.text = "A READ_RESP does not answer an atomic",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_ATOMIC, .mute_peer = true, .acks = ACKS_EVERY },
	.steps = steps,
};
