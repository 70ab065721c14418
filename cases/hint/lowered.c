#include "harness/case.h"

static const struct step steps[] = {
	HINT(200000),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	PAUSE(20000),
	POST(WRITE, PAYLOAD(204800)),
	PAUSE(1000),
	HINT(10000),
	WAIT_WORK(1, SUCCESS),
	POST(WRITE, PAYLOAD(102400)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_rate_kept),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_hint_lowered = {
	.clause = HINT_3,
	.also = { HINT_7 },
	.text = "The device keeps to a lower rate once it is told",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
