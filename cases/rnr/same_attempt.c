#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0), PART(0, 2)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_status_attempt, 0)),
	RECV(PAYLOAD(2048)),
	SEND(SEND, MSN(0), PART(1, 2), OTHER_PAYLOAD),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0)),
	SEND(SEND, MSN(0), PART(0, 2), OTHER_PAYLOAD),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0)),
	SEND(SEND, MSN(0), PART(1, 2), IS(msg_attempt, 1)),
	EXPECT(ACK, CUM(3)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(OK)),
	SEND(SEND, MSN(0), PART(0, 2), IS(msg_attempt, 1)),
	EXPECT(ACK, CUM(4)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_rnr_same_attempt = {
	.clause = RNR_1,
	.also = { RNR_3 },
	.text = "Packets of the attempt that was refused are ignored, even when a receive is there",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
