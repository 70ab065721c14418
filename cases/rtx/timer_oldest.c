#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(4),
	WAIT_SENT(7),
	CHECK_NEVER(WRITE, PSN(1), IS(base_rtx, 1)),
	CHECK_NEVER(WRITE, PSN(2), IS(base_rtx, 1)),
	CHECK_NEVER(WRITE, PSN(3), IS(base_rtx, 1)),
	CHECK(check_timer_doubles),
	DONE,
};

const struct case_def case_rtx_timer_oldest = {
	.clause = RTX_5,
	.also = { RTX_2 },
	.text = "The device repairs by its timer the oldest packet alone",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true, .rto = RTO_SHORT },
	.steps = steps,
};
