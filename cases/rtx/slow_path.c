#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR_US(WHOLE_PATH(AXIS(0)), DELAY, 2000),
	POST(WRITE, PAYLOAD(65536)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_no_repairs),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_rtx_slow_path = {
	.clause = RTX_6,
	.also = { PATH_9 },
	.text = "The device repairs nothing when one path is slower than the others",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "path", .from = 0, .to = 3 },
	.steps = steps,
};
