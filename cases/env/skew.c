#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR_US(WHOLE_PATH(0), DELAY, 1000),
	IMPAIR_US(WHOLE_PATH(1), DELAY, 3000),
	IMPAIR_US(WHOLE_PATH(2), DELAY, 10000),
	IMPAIR_US(WHOLE_PATH(3), DELAY, 100000),
	POST(WRITE, PAYLOAD(102400)),
	POST(SEND, PAYLOAD(3000), TIMES(3)),
	WAIT_WORK(4, SUCCESS),
	CHECK(check_no_repairs, CLAUSE(RTX_6)),
	CHECK(check_data_arrived),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	DONE,
};

const struct case_def case_env_skew = {
	.clause = ENV_1,
	.also = { RTX_6, PATH_9 },
	.text = "Operations complete over paths of which one is a hundred times as long as another",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
