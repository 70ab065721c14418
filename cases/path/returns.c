#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(0), DROP),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	HEAL,
	IMPAIR_US(WHOLE_PATH(0), DELAY, 3000),
	PAUSE_PROBES(40),
	POST(WRITE, PAYLOAD(102400)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_path_returned, PATH(0)),
	CHECK(check_psn_contiguous, CLAUSE(PSN_1)),
	CHECK(check_data_arrived),
	DONE,
};

/* The delay keeps ACKs away long enough for all that the window lets out. */
const struct case_def case_path_returns = {
	.clause = PATH_8,
	.also = { PSN_1, PATH_3 },
	.text = "A failed path returns at cwnd_min when a PROBE gets through, and its sequence "
		"goes on",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .rto = RTO_SHORT },
	.steps = steps,
};
