#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(10), TIMES(16)),
	WAIT_WORK(16, SUCCESS),
	POST(SEND, PAYLOAD(10), TIMES(16)),
	WAIT_WORK(16, SUCCESS),
	CHECK(check_all_paths_used),
	CHECK(check_spray_run),
	DONE,
};

const struct case_def case_path_small_messages = {
	.clause = PATH_1,
	.text = "The device spreads small messages over all paths too",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
