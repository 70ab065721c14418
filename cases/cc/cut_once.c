#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(8192)),
	WAIT_SENT(8),
	PAUSE(400000),
	SEND(ACK, IS(base_psn, 0), CUM(7), ECHO_SEEN, CMSN(1), IS(ackh_ce_count, 8)),
	WAIT_WORK(1, SUCCESS),
	POST(WRITE, PAYLOAD(307200)),
	WAIT_QUIET(2000),
	SEND(ACK, IS(base_psn, 1), CUM(7), CMSN(1), IS(ackh_ts_echo, 0), IS(ackh_ce_count, 9)),
	WAIT_QUIET(2000),
	SEND(ACK, IS(base_psn, 2), CUM_SEEN, ECHO_SEEN, CMSN(1), IS(ackh_ce_count, 9)),
	WAIT_QUIET(2000),
	CHECK(check_window_not_cut_again),
	DONE,
};

/* The second mark came with a packet sent before the cut; a round trip is long enough for both. */
const struct case_def case_cc_cut_once = {
	.clause = CC_1,
	.text = "Marks of packets sent before a cut are dealt with by that cut",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
