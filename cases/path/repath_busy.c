#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(204800)),
	WAIT_SENT(20),
	CALL(REPATH, PATH(1)),
	WAIT_WORK(1, SUCCESS),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_port_changed, PATH(1)),
	CHECK(check_psn_contiguous, CLAUSE(PSN_1)),
	CHECK(check_no_repairs, CLAUSE(PATH_4)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_path_repath_busy = {
	.clause = PATH_3,
	.also = { PSN_1, PATH_4 },
	.text = "The device changes a source port in the middle of a transfer, and nothing is lost",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
