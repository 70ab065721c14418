#include "harness/case.h"

#define ROUND(n_)                                        \
	POST(WRITE, PAYLOAD(4096)), WAIT_SENT(4 * (n_)), \
		SEND(ACK, CUM_SEEN, ECHO_SEEN, CMSN(n_), IS(ackh_ce_count, 4 * (n_)))

static const struct step steps[] = {
	ROUND(1),
	ROUND(2),
	ROUND(3),
	ROUND(4),
	ROUND(5),
	ROUND(6),
	ROUND(7),
	ROUND(8),
	WAIT_WORK(8, SUCCESS),
	POST(WRITE, PAYLOAD(307200)),
	WAIT_QUIET(5000),
	CHECK(check_window_least),
	DONE,
};

const struct case_def case_cc_least_window = {
	.clause = CC_1,
	.text = "Marks cut a window to cwnd_min and no further",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true, .cwnd_min = 4 },
	.steps = steps,
};
