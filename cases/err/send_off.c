#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(UNSUPPORTED), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_err_send_off = {
	.clause = ERR_6,
	.also = { ERR_1 },
	.text = "A SEND is refused with UNSUPPORTED where SEND is switched off",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 1, .ops = REF_OP_WRITE, .ops_off = REF_OP_SEND },
	.steps = steps,
};
