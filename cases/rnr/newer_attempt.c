#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_status_attempt, 0)),
	RECV(),
	SEND(SEND, MSN(0), IS(msg_attempt, AXIS(0))),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_rnr_newer_attempt = {
	.clause = RNR_3,
	.text = "An attempt 1 to 127 ahead, modulo 256, is newer",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "attempt", .list = AXIS_LIST(1, 2, 64, 127) },
	.steps = steps,
};
