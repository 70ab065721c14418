#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(100000)),
	POST(SEND, PAYLOAD(50000)),
	WAIT_WORK(2, SUCCESS),
	CHECK(check_psn_contiguous),
	DONE,
};

const struct case_def case_psn_contiguous = {
	.clause = PSN_1,
	.text = "The device numbers the packets of each path by one from initial_psn",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
