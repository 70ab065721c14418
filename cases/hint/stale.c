#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(4),
	SEND(ACK, IS(base_psn, 5), CUM_SEEN, ECHO_SEEN, CMSN(1), IS(ackh_rate_hint, 40000000)),
	WAIT_WORK(1, SUCCESS),
	SEND(ACK, IS(base_psn, 4), CUM_SEEN, CMSN(1), IS(ackh_rate_hint, 1)),
	POST(WRITE, PAYLOAD(307200)),
	WAIT_QUIET(5000),
	CHECK(check_window_kept),
	DONE,
};

const struct case_def case_hint_stale = {
	.clause = HINT_7,
	.also = { SACK_4 },
	.text = "The hint of an ACK older than one processed is ignored",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
