#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(1024)),
	WAIT_SENT(7),
	CHECK(check_timer_doubles),
	DONE,
};

const struct case_def case_rtx_timer_most = {
	.clause = RTX_5,
	.text = "The doubling timer ends at rto_max",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true, .rto = RTO_SHORT, .retry_limit = 15 },
	.steps = steps,
};
