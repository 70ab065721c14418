#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(1500)),
	WAIT_SENT(2),
	SEND(ACK, IS(base_psn, 0), CUM(1), CMSN(0)),
	PAUSE(2000),
	CHECK(check_no_more_work),
	SEND(ACK, IS(base_psn, 1), CUM(1), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	DONE,
};

const struct case_def case_strm_done_by_cmsn = {
	.clause = STRM_5,
	.also = { STRM_4 },
	.text = "The device completes work when cmsn has passed it, not when its packets are "
		"acknowledged",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
