#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(4),
	SEND(ACK, PATH(0), IS(base_psn, 9), CUM_SEEN, ECHO_SEEN, IS(ackh_rate_hint, 1)),
	SEND(ACK, PATH(1), IS(base_psn, 0), CUM_SEEN, ECHO_SEEN, CMSN(1),
	     IS(ackh_rate_hint, 40000000)),
	WAIT_WORK(1, SUCCESS),
	POST(WRITE, PAYLOAD(307200)),
	WAIT_QUIET(5000),
	CHECK(check_window_kept),
	DONE,
};

/* With the first hint alone 17 packets would go, and then one in 10 ms. */
const struct case_def case_hint_newest_of_paths = {
	.clause = HINT_7,
	.also = { HINT_4 },
	.text = "Of the hints of several paths the one that came last counts",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 2, .mute_peer = true },
	.steps = steps,
};
