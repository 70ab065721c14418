#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(4),
	SEND(ACK, CUM_SEEN, ECHO_SEEN, CMSN(1), IS(ackh_rate_hint, 40000000)),
	WAIT_WORK(1, SUCCESS),
	SEND(ACK, CUM_SEEN, CMSN(1), IS(ackh_rate_hint, 0)),
	POST(WRITE, PAYLOAD(307200)),
	WAIT_QUIET(5000),
	CHECK(check_window_kept),
	DONE,
};

const struct case_def case_hint_zero_means_nothing = {
	.clause = HINT_6,
	.also = { CC_4 },
	.text = "A hint of 0 leaves the one before in force",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
