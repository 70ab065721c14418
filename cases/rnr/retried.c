#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_status_attempt, 0)),
	RECV(),
	SEND(SEND, MSN(0), IS(msg_attempt, 1)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	WAIT_RECEIVES(1, SUCCESS),
	DONE,
};

const struct case_def case_rnr_retried = {
	.clause = RNR_1,
	.also = { RNR_3, STRM_4 },
	.text = "When a receive is there the next attempt of a refused SEND is taken and the "
		"report ends",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
