#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(2)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(2)),
	SEND(SEND, MSN(0)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0)),
	SEND(SEND, MSN(1)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_rnr_lowest_reported = {
	.clause = RNR_1,
	.text = "Of several refused SENDs the lowest msn is reported",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
