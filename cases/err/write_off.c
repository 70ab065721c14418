#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(UNSUPPORTED), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_err_write_off = {
	.clause = ERR_6,
	.also = { ERR_1, PLACE_3 },
	.text = "A WRITE is refused with UNSUPPORTED where WRITE is switched off",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_SEND, .ops_off = REF_OP_WRITE },
	.steps = steps,
};
