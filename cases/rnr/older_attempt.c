#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_status_attempt, 0)),
	RECV(),
	SEND(SEND, MSN(0), IS(msg_attempt, AXIS(0)), OTHER_PAYLOAD),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_status_attempt, 0)),
	DONE,
};

const struct case_def case_rnr_older_attempt = {
	.clause = RNR_3,
	.text = "An attempt behind the refused one, modulo 256, is acknowledged and ignored",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "attempt", .list = AXIS_LIST(129, 192, 254, 255) },
	.steps = steps,
};
