#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(4),
	WAIT_SENT(5),
	CHECK_COUNT(1, WRITE, PSN(0), IS(base_rtx, 1)),
	CHECK_COUNT(1, WRITE, IS(base_rtx, 1)),
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
