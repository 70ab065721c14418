#include "harness/case.h"

static const struct step steps[] = {
	POST(ATOMIC_FADD, IS(operand_swap_or_add, 0x0102030405060708)),
	POST(ATOMIC_CSWAP, IS(operand_swap_or_add, 77)),
	POST(ATOMIC_CSWAP, IS(operand_swap_or_add, 78), IS(operand_compare, 1)),
	WAIT_WORK(3, SUCCESS),
	CHECK(check_data_fetched),
	CHECK_EVERY(ATOMIC_CSWAP, IS(msg_offset, 0), IS(msg_last, 1), IS(msg_length, 8),
		    IS(msg_attempt, 0), CLAUSE(HDR_1)),
	DONE,
};

/* The second finds what it compares with, the third does not. */
const struct case_def case_atom_fetch_add = {
	.clause = STRM_5,
	.also = { HDR_1, READ_4 },
	.text = "A fetch-and-add of the device brings back the value before",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_ATOMIC },
	.steps = steps,
};
