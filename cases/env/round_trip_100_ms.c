#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR_US(WHOLE_PATH(0), DELAY, 100000),
	IMPAIR_US(WHOLE_PATH(1), DELAY, 100000),
	IMPAIR_US(WHOLE_PATH(2), DELAY, 100000),
	IMPAIR_US(WHOLE_PATH(3), DELAY, 100000),
	POST(WRITE, PAYLOAD(65536)),
	POST(SEND, PAYLOAD(3000), TIMES(3)),
	WAIT_WORK(4, SUCCESS),
	CHECK(check_no_repairs, CLAUSE(RTX_6)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_env_round_trip_100_ms = {
	.clause = ENV_1,
	.also = { RTX_6 },
	.text = "Operations complete at a round trip of 100 ms, without repairs",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
