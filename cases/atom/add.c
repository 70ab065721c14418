#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_FADD, MSN(0), AT(64), IS(operand_swap_or_add, 0x0102030405060708),
	     IS(operand_compare, 99)),
	EXPECT(ATOMIC_RESP, MSN(0), IS(msg_offset, 0), IS(msg_length, 8), IS(msg_last, 1),
	       IS(msg_attempt, 0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	CHECK(check_atomics),
	DONE,
};

const struct case_def case_atom_add = {
	.clause = ATOM_1,
	.also = { READ_1, READ_3 },
	.text = "A fetch-and-add adds to memory and returns the value before",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_ATOMIC },
	.steps = steps,
};
