#include "harness/case.h"

static const struct step steps[] = {
	HINT(1),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	PAUSE(20000),
	POST(WRITE, PAYLOAD(409600)),
	PAUSE(50000),
	HINT(40000),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_rate_reached),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_hint_raised_after_nothing = {
	.clause = HINT_4,
	.also = { HINT_6 },
	.text = "The device reaches a rate it is told after a hint of almost nothing",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
