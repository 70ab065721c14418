#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(40000)),
	POST(SEND, STREAM(1), PAYLOAD(5000), TIMES(4)),
	SEND(WRITE, STREAM(2), TIMES(32)),
	SEND(WRITE, PATH(1), STREAM(3), TIMES(16)),
	WAIT_WORK(5, SUCCESS),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_rob_busy = {
	.clause = ROB_2,
	.also = { STRM_7 },
	.text = "Work of both sides at once on all streams completes",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
