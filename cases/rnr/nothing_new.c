#include "harness/case.h"

static const struct step steps[] = {
	POST(SEND, PAYLOAD(100)),
	WAIT_SENT(1),
	SEND(ACK, IS(base_psn, 0), CUM(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_rnr_delay, 300000)),
	POST(SEND, PAYLOAD(100)),
	PAUSE(10000),
	CHECK_NEVER(SEND, MSN(1)),
	CHECK_COUNT(1, SEND),
	PAUSE(300000),
	EXPECT(SEND, MSN(1)),
	CHECK_COUNT(1, SEND, MSN(0), IS(msg_attempt, 1)),
	CHECK_COUNT(1, SEND, MSN(1), IS(msg_attempt, 0)),
	SEND(ACK, IS(base_psn, 1), CUM(2), CMSN(2)),
	WAIT_WORK(2, SUCCESS),
	DONE,
};

/* The delay is long, so that a slow adapter cannot post the second SEND too late. */
const struct case_def case_rnr_nothing_new = {
	.clause = RNR_2,
	.text = "The device sends no new SEND of a stream that waits for a receive, but its WRITEs",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
