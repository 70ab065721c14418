#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(65536)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_all_paths_used),
	CHECK(check_spray_run),
	DONE,
};

const struct case_def case_path_all_used = {
	.clause = PATH_1,
	.text = "The device uses all paths, packet by packet",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .paths = 16 },
	.steps = steps,
};
