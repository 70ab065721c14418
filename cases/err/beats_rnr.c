#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0)),
	SEND(SEND, MSN(0), IS(msg_attempt, 1), IS(msg_last, 0)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	RECV(),
	SEND(SEND, MSN(0), IS(msg_attempt, 2)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_err_beats_rnr = {
	.clause = ERR_1,
	.also = { RNR_1 },
	.text = "At one msn an error beats RNR",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
