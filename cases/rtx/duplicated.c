#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR_US(EVERY_NTH(3, 0), DUPLICATE, 20),
	POST(WRITE, PAYLOAD(65536)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_no_repairs),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_rtx_duplicated = {
	.clause = RTX_2,
	.text = "The device repairs nothing when packets arrive twice",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
