#include "harness/case.h"

static const struct step steps[] = {
	POST(SEND, PAYLOAD(100)),
	WAIT_SENT(1),
	SEND(ACK, IS(base_psn, 0), CUM(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_rnr_delay, 70000)),
	QUIET(50000, KINDS_SEQ),
	PAUSE(25000),
	EXPECT(SEND, MSN(0), PSN(1), IS(msg_attempt, 1), IS(base_rtx, 0)),
	CHECK(check_rnr_waited),
	SEND(ACK, IS(base_psn, 1), CUM(1), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	DONE,
};

/* More than 16 bits hold. */
const struct case_def case_rnr_long_delay = {
	.clause = RNR_2,
	.text = "The device waits a long rnr_delay, too",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
