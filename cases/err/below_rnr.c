#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(1), IS(recv_index, 0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(1)),
	SEND(WRITE, MSN(0), WRONG_RKEY),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_err_below_rnr = {
	.clause = ERR_1,
	.also = { RNR_1 },
	.text = "An error below an RNR takes its place",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
