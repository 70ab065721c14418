#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH(0), DROP),
	IMPAIR(NTH(7), DROP),
	IMPAIR_US(NTH(12), DELAY, 300),
	POST(WRITE, PAYLOAD(1024), TIMES(16)),
	POST(SEND, STREAM(1), PAYLOAD(1024), TIMES(16)),
	POST(WRITE, PAYLOAD(10000), TIMES(4)),
	WAIT_WORK(20, SUCCESS, STREAM(0)),
	WAIT_WORK(16, SUCCESS, STREAM(1)),
	CHECK(check_work_in_order),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_strm_in_order = {
	.clause = STRM_4,
	.also = { STRM_5 },
	.text = "The device reports work in the order of its stream, once each, whatever was lost",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
