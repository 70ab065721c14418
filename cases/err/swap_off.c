#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_CSWAP, IS(msg_length, 8), IS(operand_swap_or_add, 1)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(UNSUPPORTED), STATUS_MSN(0)),
	QUIET(1000, KINDS_SEQ),
	DONE,
};

const struct case_def case_err_swap_off = {
	.clause = ERR_6,
	.also = { ERR_1, PLACE_3 },
	.text = "A compare and swap is refused with UNSUPPORTED where ATOMIC is switched off",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops_off = REF_OP_ATOMIC },
	.steps = steps,
};
