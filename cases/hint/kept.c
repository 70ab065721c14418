#include "harness/case.h"

static const struct step steps[] = {
	HINT(AXIS(0)),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	PAUSE(20000),
	POST(WRITE, PAYLOAD(307200)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_rate_kept),
	CHECK(check_no_repairs, CLAUSE(RTX_2)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_hint_kept = {
	.clause = HINT_3,
	.also = { RTX_2 },
	.text = "The device keeps to the rate it was told",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.axis = { .name = "kbps", .list = AXIS_LIST(10000, 40000, 200000) },
	.steps = steps,
};
