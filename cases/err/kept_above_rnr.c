#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0)),
	SEND(WRITE, MSN(1), WRONG_RKEY),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0)),
	RECV(),
	SEND(SEND, MSN(0), IS(msg_attempt, 1)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(ACCESS), STATUS_MSN(1)),
	WAIT_RECEIVES(1, SUCCESS),
	DONE,
};

const struct case_def case_err_kept_above_rnr = {
	.clause = ERR_1,
	.also = { RNR_1 },
	.text = "An error above an RNR is kept until the RNR ends",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
