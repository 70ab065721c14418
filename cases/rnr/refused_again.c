#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_status_attempt, 0)),
	SEND(SEND, MSN(0), IS(msg_attempt, 1)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_status_attempt, 1)),
	SEND(SEND, MSN(0), IS(msg_attempt, 2)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_status_attempt, 2)),
	RECV(),
	SEND(SEND, MSN(0), IS(msg_attempt, 3)),
	EXPECT(ACK, CUM(3)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_rnr_refused_again = {
	.clause = RNR_1,
	.also = { ACK_6 },
	.text = "A further attempt without a receive is refused under its own attempt number",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
