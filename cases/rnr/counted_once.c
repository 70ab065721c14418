#include "harness/case.h"

static const struct step steps[] = {
	POST(SEND, PAYLOAD(100)),
	WAIT_SENT(1),
	SEND(ACK, IS(base_psn, 0), CUM(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_rnr_delay, 1000)),
	EXPECT(SEND, IS(msg_attempt, 1)),
	SEND(ACK, IS(base_psn, 1), CUM(1), STATUS(RNR), STATUS_MSN(0), IS(ackh_rnr_delay, 1000)),
	QUIET(3000, KINDS_SEQ),
	SEND(ACK, IS(base_psn, 2), CUM(1), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	CHECK_COUNT(2, SEND),
	DONE,
};

/* The second ACK still tells of attempt 0 when attempt 1 has been sent. */
const struct case_def case_rnr_counted_once = {
	.clause = RNR_4,
	.also = { RNR_2 },
	.text = "The device takes the same refusal once, however often it is told",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
