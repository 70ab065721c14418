#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(2), DROP),
	POST(SEND, PAYLOAD(3000), TIMES(16)),
	WAIT_WORK(16, SUCCESS),
	CHECK(check_rerouted, PATH(2)),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_path_rerouted_sends = {
	.clause = PATH_6,
	.also = { STRM_4 },
	.text = "SENDs of a failed path are rerouted and received once each, in order",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .rto = RTO_SHORT },
	.steps = steps,
};
