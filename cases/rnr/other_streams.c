#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_status_attempt, 0)),
	SEND(WRITE, STREAM(1), TIMES(5)),
	EXPECT(ACK, CUM(5), NO_SACK),
	EXPECT(ACK, ABOUT(1), CMSN(5), STATUS(OK)),
	RECV(STREAM(2)),
	SEND(SEND, PATH(1), STREAM(2)),
	EXPECT(ACK, PATH(1), CUM(0)),
	EXPECT(ACK, ABOUT(2), CMSN(1), STATUS(OK)),
	SEND(PROBE),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_rnr_other_streams = {
	.clause = RNR_5,
	.text = "RNR on one stream leaves other streams and the paths going",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
