#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(1024)), WAIT_SENT(4), CHECK_COUNT(3, WRITE, PSN(0), IS(base_rtx, 1)),
	CHECK(check_timer_doubles), DONE,
};

const struct case_def case_rtx_timer = {
	.clause = RTX_5,
	.text = "The device repairs the oldest packet by a timer that doubles when nothing is "
		"acknowledged",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true, .rto = RTO_SHORT },
	.steps = steps,
};
