#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(32768)),
	WAIT_SENT(8),
	CALL(FAIL, PATH(2)),
	POST(WRITE, PAYLOAD(32768)),
	WAIT_WORK(2, SUCCESS),
	PAUSE_PROBES(20),
	POST(WRITE, PAYLOAD(32768)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_psn_contiguous, CLAUSE(PSN_1)),
	CHECK(check_data_arrived),
	DONE,
};

/* Nothing is lost: the path returns with its first PROBE. */
const struct case_def case_path_told_to_fail_at_rest = {
	.clause = PATH_6,
	.also = { PATH_8, PSN_1 },
	.text = "A path told to have failed carries nothing new, and all that was on its way "
		"arrives once",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
