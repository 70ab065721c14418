#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(1024)),
	WAIT_SENT(4),
	SEND(ACK, IS(base_psn, 0), CUM(0), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	POST(WRITE, PAYLOAD(1024)),
	WAIT_SENT(6),
	CHECK_COUNT(1, WRITE, PSN(1), IS(base_rtx, 1)),
	CHECK(check_timer_doubles),
	DONE,
};

const struct case_def case_rtx_timer_reset = {
	.clause = RTX_5,
	.text = "The device has its timer back to normal when something is acknowledged",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true, .rto = RTO_SHORT },
	.steps = steps,
};
