#include "harness/case.h"

static const struct step steps[] = {
	HINT(5000),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	PAUSE(20000),
	POST(WRITE, PAYLOAD(614400)),
	PAUSE(50000),
	HINT(40000),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_rate_reached),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_hint_raised = {
	.clause = HINT_4,
	.also = { HINT_3 },
	.text = "The device reaches a higher rate within two round trips of being told",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
