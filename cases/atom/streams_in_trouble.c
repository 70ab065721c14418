#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_FADD, PATH(0), PSN(0), STREAM(0), MSN(0), AT(8), IS(operand_swap_or_add, 1)),
	SEND(ATOMIC_FADD, PATH(1), PSN(1), STREAM(1), MSN(0), AT(8), IS(operand_swap_or_add, 1)),
	EXPECT(ATOMIC_RESP, STREAM(1), MSN(0)),
	SEND(ATOMIC_FADD, PATH(1), PSN(1), STREAM(1), MSN(0), AT(8), IS(operand_swap_or_add, 1),
	     IS(base_rtx, 1)),
	SEND(ATOMIC_FADD, PATH(0), PSN(0), STREAM(0), MSN(0), AT(8), IS(operand_swap_or_add, 1),
	     IS(base_rtx, 1)),
	WAIT_QUIET(500),
	SEND(ATOMIC_CSWAP, PATH(2), PSN(0), STREAM(2), MSN(0), AT(8), IS(operand_swap_or_add, 9),
	     HELD(operand_compare, 0)),
	EXPECT(ACK, ABOUT(2), CMSN(1), STATUS(OK)),
	WAIT_QUIET(500),
	CHECK_COUNT(3, ATOMIC_RESP, IS(base_rtx, 0)),
	CHECK(check_atomics),
	DONE,
};

const struct case_def case_atom_streams_in_trouble = {
	.clause = ATOM_3,
	.also = { ATOM_2, PSN_5 },
	.text = "ATOMICs of several streams on one place, some twice, each see the ones before",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_ATOMIC, .acks = ACKS_EVERY },
	.steps = steps,
};
