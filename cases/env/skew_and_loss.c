#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(EVERY_NTH(9, 4), DROP),
	IMPAIR_US(WHOLE_PATH(3), DELAY, 100000),
	IMPAIR_US(WHOLE_PATH(2), DELAY, 1000),
	POST(WRITE, PAYLOAD(102400)),
	POST(SEND, PAYLOAD(3000), TIMES(3)),
	WAIT_WORK(4, SUCCESS),
	CHECK(check_repairs_are_losses, CLAUSE(RTX_2)),
	CHECK(check_data_arrived),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	DONE,
};

const struct case_def case_env_skew_and_loss = {
	.clause = ENV_1,
	.also = { RTX_2 },
	.text = "Operations complete over long and short paths that lose packets",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
