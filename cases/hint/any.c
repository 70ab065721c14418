#include "harness/case.h"

static const struct step steps[] = {
	HINT(AXIS(0)),         POST(WRITE, PAYLOAD(16384)), WAIT_WORK(1, SUCCESS),
	PAUSE(20000),          POST(WRITE, PAYLOAD(40960)), POST(SEND, PAYLOAD(1000)),
	WAIT_WORK(2, SUCCESS), CHECK(check_data_arrived),   DONE,
};

const struct case_def case_hint_any = {
	.clause = HINT_6,
	.also = { HINT_3 },
	.text = "A hint of 0 is ignored, and none however small stalls the connection",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "kbps", .list = AXIS_LIST(0, 1, 100, 4294967295) },
	.steps = steps,
};
