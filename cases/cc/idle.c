#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(174080)),
	WAIT_QUIET(2000),
	SEND(ACK, CUM_SEEN, ECHO_SEEN, IS(ackh_ce_count, 0)),
	WAIT_QUIET(2000),
	SEND(ACK, CUM_SEEN, ECHO_SEEN, IS(ackh_ce_count, 0)),
	WAIT_QUIET(2000),
	SEND(ACK, CUM_SEEN, ECHO_SEEN, IS(ackh_ce_count, 0)),
	WAIT_QUIET(2000),
	SEND(ACK, CUM_SEEN, ECHO_SEEN, IS(ackh_ce_count, 0)),
	WAIT_QUIET(2000),
	SEND(ACK, CUM_SEEN, ECHO_SEEN, CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	PAUSE(1100000),
	POST(WRITE, PAYLOAD(307200)),
	WAIT_QUIET(2000),
	CHECK(check_window_first),
	DONE,
};

const struct case_def case_cc_idle = {
	.clause = CC_7,
	.text = "After a second of idleness a window is at most cwnd_init",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
