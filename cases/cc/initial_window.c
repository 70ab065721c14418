#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(307200)),
	WAIT_QUIET(5000),
	CHECK(check_window_initial),
	CHECK(check_no_repairs, CLAUSE(RTX_2)),
	DONE,
};

const struct case_def case_cc_initial_window = {
	.clause = CC_4,
	.also = { RTX_2 },
	.text = "The device has no more in flight on a path than its first window",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .mute_peer = true },
	.steps = steps,
};
