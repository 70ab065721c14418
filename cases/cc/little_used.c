#include "harness/case.h"

#define ROUND(k_) \
	POST(WRITE, PAYLOAD(4096)), WAIT_SENT(4 * (k_)), SEND(ACK, CUM_SEEN, ECHO_SEEN, CMSN(k_))

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
	WAIT_QUIET(2000),
	CHECK(check_window_first),
	DONE,
};

const struct case_def case_cc_little_used = {
	.clause = CC_7,
	.text = "A window less than half used does not grow",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
