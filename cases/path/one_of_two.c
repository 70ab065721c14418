#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR_US(WHOLE_PATH(0), DELAY, 20000),
	POST(WRITE, PAYLOAD(65536)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_no_path_fails),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_path_one_of_two = {
	.clause = PATH_10,
	.also = { PATH_9 },
	.text = "With one path slow and the other well nothing fails",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .paths = 2 },
	.steps = steps,
};
