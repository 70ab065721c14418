#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	IMPAIR_US(WHOLE_PATH(0), DELAY, 50000),
	POST(WRITE, PAYLOAD(65536)),
	WAIT_WORK(1, SUCCESS),
	IMPAIR_US(WHOLE_PATH(1), DELAY, 200000),
	POST(WRITE, PAYLOAD(65536)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_no_path_fails),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_path_delay_fails_none = {
	.clause = PATH_5,
	.also = { ENV_1 },
	.text = "No path fails because its round trip grows",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
