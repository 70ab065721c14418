#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(1), DROP),
	POST(WRITE, PAYLOAD(32768)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_data_arrived),
	CHECK_SOME(WRITE, IS(path_rerouted, 1), IS(reroute_orig_path, 1), IS(base_rtx, 0)),
	CHECK_NEVER(WRITE, PATH(1), IS(path_rerouted, 1)),
	DONE,
};

const struct case_def case_path_dead = {
	.clause = PATH_6,
	.also = { PATH_5, PATH_10 },
	.text = "What was in flight on a path that fails goes out on the others, naming its origin",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 4, .rto = RTO_SHORT },
	.steps = steps,
};
