#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(100), STREAM(2)),
	POST(WRITE, PAYLOAD(100), STREAM(9)),
	WAIT_WORK(2, SUCCESS),
	CHECK_EVERY(WRITE, MSN(0)),
	DONE,
};

const struct case_def case_strm_first_msn = {
	.clause = STRM_1,
	.text = "The first message of each stream carries initial_msn",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .has_msn = true, .msn = 1000 },
	.steps = steps,
};
