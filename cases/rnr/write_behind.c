#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_status_attempt, 0)),
	SEND(WRITE, MSN(1)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0)),
	RECV(),
	SEND(SEND, MSN(0), IS(msg_attempt, 1)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	DONE,
};

const struct case_def case_rnr_write_behind = {
	.clause = RNR_1,
	.also = { STRM_2, RNR_2 },
	.text = "A WRITE behind a refused SEND is placed and completes after it",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
