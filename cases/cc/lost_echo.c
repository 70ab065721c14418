#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(32768)),
	WAIT_SENT(32),
	SEND(ACK, IS(base_psn, 5), CUM_SEEN, ECHO_SEEN, CMSN(1), IS(ackh_ce_count, 32)),
	WAIT_WORK(1, SUCCESS),
	POST(WRITE, PAYLOAD(307200)),
	WAIT_QUIET(5000),
	CHECK(check_window_cut),
	DONE,
};

/* ACKs 0 to 4 never come; their ce_count is in the fifth. */
const struct case_def case_cc_lost_echo = {
	.clause = CC_6,
	.also = { CC_1 },
	.text = "Marks whose ACK was lost cut the window by the next ACK",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
