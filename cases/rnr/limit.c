#include "harness/case.h"

static const struct step steps[] = {
	POST(SEND, PAYLOAD(100)),
	WAIT_SENT(1),
	SEND(ACK, IS(base_psn, 0), CUM(0), STATUS(RNR), STATUS_MSN(0), IS(ackh_rnr_delay, 100)),
	WAIT_SENT(2),
	SEND(ACK, IS(base_psn, 1), CUM(1), STATUS(RNR), STATUS_MSN(0), IS(ackh_status_attempt, 1),
	     IS(ackh_rnr_delay, 100)),
	WAIT_SENT(3),
	SEND(ACK, IS(base_psn, 2), CUM(2), STATUS(RNR), STATUS_MSN(0), IS(ackh_status_attempt, 2),
	     IS(ackh_rnr_delay, 100)),
	WAIT_WORK(1, RNR_RETRY_EXCEEDED),
	CHECK_COUNT(3, SEND),
	DONE,
};

const struct case_def case_rnr_limit = {
	.clause = RNR_4,
	.text = "After rnr_retry_limit retries, and not before, the work request fails",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true, .rnr_retry_limit = 2 },
	.steps = steps,
};
