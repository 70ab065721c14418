#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR_US(WHOLE_PATH(1), DELAY, 5000),
	IMPAIR_US(WHOLE_PATH(3), DELAY, 5000),
	POST(WRITE, PAYLOAD(65536)),
	POST(SEND, PAYLOAD(3000), TIMES(4)),
	WAIT_WORK(5, SUCCESS),
	CHECK(check_no_path_fails),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_plane_slow = {
	.clause = PLANE_2,
	.also = { PATH_9 },
	.text = "A slow plane fails no operation and none of its paths",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .planes = 2 },
	.steps = steps,
};
