#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(4),
	SEND(ACK, CUM_SEEN, ECHO_SEEN, CMSN(1), IS(ackh_ce_count, 0x7fffff)),
	WAIT_WORK(1, SUCCESS),
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(8),
	SEND(ACK, CUM_SEEN, ECHO_SEEN, CMSN(2), IS(ackh_ce_count, 0xfffffe)),
	WAIT_WORK(1, SUCCESS),
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(12),
	SEND(ACK, CUM_SEEN, ECHO_SEEN, CMSN(3), IS(ackh_ce_count, 2)),
	WAIT_WORK(1, SUCCESS),
	POST(WRITE, PAYLOAD(307200)),
	WAIT_QUIET(5000),
	CHECK(check_window_cut),
	DONE,
};

const struct case_def case_cc_echo_wraps = {
	.clause = CC_6,
	.also = { PSN_8, CC_1 },
	.text = "Marks are counted across the wrap of ce_count",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
