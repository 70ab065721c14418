#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(1), DROP),
	HINT(4000),
	POST(WRITE, PAYLOAD(409600)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_rerouted, PATH(1)),
	CHECK(check_data_arrived),
	CHECK(check_psn_contiguous, CLAUSE(PSN_1)),
	DONE,
};

/* The hint is low, so that there is still something new to send when the path fails. */
const struct case_def case_path_rerouted = {
	.clause = PATH_6,
	.also = { PSN_1, PATH_13 },
	.text = "What a failed path carried goes out on others before anything new, each once",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .rto = RTO_SHORT },
	.steps = steps,
};
