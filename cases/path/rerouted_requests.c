#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(1), DROP),
	POST(READ_REQ, PAYLOAD(500), TIMES(6)),
	POST(ATOMIC_FADD, TIMES(6)),
	WAIT_WORK(12, SUCCESS),
	CHECK(check_rerouted, PATH(1)),
	CHECK(check_data_fetched),
	DONE,
};

const struct case_def case_path_rerouted_requests = {
	.clause = PATH_6,
	.also = { READ_4, STRM_5 },
	.text = "READ and ATOMIC requests of a failed path are rerouted and executed once each",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .rto = RTO_SHORT, .ops = REF_OP_READ | REF_OP_ATOMIC },
	.steps = steps,
};
