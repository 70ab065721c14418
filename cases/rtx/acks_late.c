#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR_US(ACKS(0, 7), DELAY, 2000),
	POST(WRITE, PAYLOAD(32768)),
	WAIT_WORK(1, SUCCESS),
	PAUSE(3000),
	CHECK(check_no_repairs),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_rtx_acks_late = {
	.clause = RTX_2,
	.also = { SACK_4 },
	.text = "The device repairs nothing when its ACKs come late and out of order",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1 },
	.steps = steps,
};
