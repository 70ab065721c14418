#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR_US(WHOLE_PATH(0), DELAY, 10000),
	POST(WRITE, PAYLOAD(204800)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_window_initial),
	CHECK(check_no_repairs, CLAUSE(RTX_6)),
	CHECK(check_data_arrived),
	DONE,
};

/* For 10 ms nothing is acknowledged on path 0. */
const struct case_def case_cc_window_per_path = {
	.clause = CC_4,
	.also = { PATH_9, RTX_6 },
	.text = "The device fills no path beyond its window while another has room",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 2 },
	.steps = steps,
};
