#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0), PART(0, 2)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_status_attempt, 0)),
	RECV(PAYLOAD(2048)),
	SEND(SEND, MSN(0), PART(0, 2), IS(msg_attempt, 1)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(OK)),
	SEND(SEND, MSN(0), PART(1, 2), IS(msg_attempt, 2)), /* half of each attempt is no whole */
	EXPECT(ACK, CUM(2), CMSN(0), STATUS(OK)),
	SEND(SEND, MSN(0), PART(1, 2), IS(msg_attempt, 1)), /* older by now: ignored */
	EXPECT(ACK, CUM(3), CMSN(0), STATUS(OK)),
	SEND(SEND, MSN(0), PART(0, 2), IS(msg_attempt, 2)),
	EXPECT(ACK, CUM(4)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	WAIT_RECEIVES(1, SUCCESS),
	DONE,
};

const struct case_def case_rnr_restarted = {
	.clause = RNR_3,
	.text = "A newer attempt restarts the message: what came of the older one does not count",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
