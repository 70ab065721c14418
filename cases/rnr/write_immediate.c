#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE_IMM, MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_status_attempt, 0)),
	DONE,
};

const struct case_def case_rnr_write_immediate = {
	.clause = RNR_1,
	.text = "A WRITE_IMM without a posted receive is refused with RNR and not placed",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
