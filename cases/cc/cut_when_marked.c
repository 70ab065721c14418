#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(4),
	SEND(ACK, IS(base_psn, 0), CUM(3), CMSN(1), IS(ackh_ce_count, 4)),
	WAIT_WORK(1, SUCCESS),
	POST(WRITE, PAYLOAD(307200)),
	WAIT_QUIET(5000),
	CHECK(check_window_cut),
	DONE,
};

const struct case_def case_cc_cut_when_marked = {
	.clause = CC_1,
	.text = "The device cuts the window of a path whose packets were all marked",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
