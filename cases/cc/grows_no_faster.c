#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH_RANGE(0, 15), CE),
	POST(WRITE, PAYLOAD(204800)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_no_repairs, CLAUSE(RTX_2)),
	CHECK(check_data_arrived),
	CHECK(check_window_256, CLAUSE(PSN_2)),
	DONE,
};

const struct case_def case_cc_grows_no_faster = {
	.clause = CC_2,
	.also = { CC_3, PSN_2 },
	.text = "The window of a path marked once grows slowly while another, unmarked, is used",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
