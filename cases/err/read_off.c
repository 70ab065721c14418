#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, IS(msg_length, 64)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(UNSUPPORTED), STATUS_MSN(0)),
	QUIET(1000, KINDS_SEQ),
	DONE,
};

const struct case_def case_err_read_off = {
	.clause = ERR_6,
	.also = { ERR_1 },
	.text = "A READ is refused with UNSUPPORTED, and not answered, where READ is switched off",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops_off = REF_OP_READ },
	.steps = steps,
};
