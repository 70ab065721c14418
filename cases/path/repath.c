#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	CALL(REPATH, PATH(2)),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_port_changed, PATH(2)),
	CHECK(check_psn_contiguous, CLAUSE(PSN_1)),
	CHECK(check_no_repairs, CLAUSE(PATH_4)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_path_repath = {
	.clause = PATH_3,
	.also = { ENC_2, PSN_1, PATH_4 },
	.text = "The device changes the source port of a path when told to, and PSNs go on",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
