#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(0), DROP),
	IMPAIR(COPIES_ON(1), DROP),
	POST(WRITE, PAYLOAD(24576)),
	WAIT_WORK(1, SUCCESS),
	HEAL,
	PAUSE_PROBES(80),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	WAIT_QUIET(20000),
	CHECK(check_first_origin, CLAUSE(PATH_6)),
	CHECK_SOME(NOP, PATH(1), IS(base_rtx, 1)),
	CHECK(check_copies_end, CLAUSE(PATH_13)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_path_rerouted_again = {
	.clause = PATH_8,
	.also = { PATH_6, PATH_13 },
	.text = "A packet rerouted again keeps its first origin, and the copy before gives its PSN "
		"to a NOP",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .rto = RTO_SHORT, .paths = 3 },
	.steps = steps,
};
