#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0)),
	SEND(SEND, MSN(1)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0)),
	RECV(),
	SEND(SEND, MSN(0), IS(msg_attempt, 1)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(RNR), STATUS_MSN(1), IS(ackh_status_attempt, 0)),
	RECV(),
	SEND(SEND, MSN(1), IS(msg_attempt, 1)),
	EXPECT(ACK, CUM(3)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	WAIT_RECEIVES(2, SUCCESS),
	DONE,
};

const struct case_def case_rnr_next_reported = {
	.clause = RNR_1,
	.text = "When one refused SEND has been taken the report goes on to the next refused one",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
