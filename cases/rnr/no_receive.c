#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_status_attempt, 0)),
	DONE,
};

const struct case_def case_rnr_no_receive = {
	.clause = RNR_1,
	.also = { ACK_6 },
	.text = "A SEND without a posted receive is refused with RNR",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
