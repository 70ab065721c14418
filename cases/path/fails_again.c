#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(0), DROP),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	HEAL,
	PAUSE_PROBES(40),
	IMPAIR(WHOLE_PATH(0), DROP),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	HEAL,
	PAUSE_PROBES(40),
	POST(WRITE, PAYLOAD(102400)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_path_returned, PATH(0)),
	CHECK(check_psn_contiguous, CLAUSE(PSN_1)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_path_fails_again = {
	.clause = PATH_8,
	.also = { PATH_5 },
	.text = "A path that fails again returns again",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .rto = RTO_SHORT },
	.steps = steps,
};
