#include "harness/case.h"

static const struct step steps[] = {
	POST(SEND, PAYLOAD(2048)),
	WAIT_SENT(2),
	SEND(ACK, IS(base_psn, 0), CUM(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_rnr_delay, 1000)),
	QUIET(4000, KINDS_SEQ),
	SEND(ACK, IS(base_psn, 1), CUM(1), STATUS(RNR), STATUS_MSN(0), IS(ackh_rnr_delay, 1000)),
	EXPECT(SEND, PSN(2), IS(msg_attempt, 1)),
	EXPECT(SEND, PSN(3), IS(msg_attempt, 1)),
	SEND(ACK, IS(base_psn, 2), CUM(3), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	DONE,
};

const struct case_def case_rnr_unacknowledged = {
	.clause = RNR_2,
	.also = { RNR_4 },
	.text = "The device tries again only when all packets of the refused attempt are "
		"acknowledged",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
