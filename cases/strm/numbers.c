#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(100)),
	POST(SEND, STREAM(5), PAYLOAD(100)),
	POST(SEND, PAYLOAD(2000)),
	POST(WRITE, STREAM(5), PAYLOAD(2000)),
	POST(WRITE_IMM, PAYLOAD(0)),
	POST(SEND_IMM, STREAM(5), PAYLOAD(100)),
	WAIT_WORK(3, SUCCESS, STREAM(0)),
	WAIT_WORK(3, SUCCESS, STREAM(5)),
	CHECK_COUNT(1, WRITE, STREAM(0), MSN(0)),
	CHECK_COUNT(2, SEND, STREAM(0), MSN(1)),
	CHECK_COUNT(1, WRITE_IMM, STREAM(0), MSN(2)),
	CHECK_COUNT(1, SEND, STREAM(5), MSN(0)),
	CHECK_COUNT(2, WRITE, STREAM(5), MSN(1)),
	CHECK_COUNT(1, SEND_IMM, STREAM(5), MSN(2)),
	DONE,
};

const struct case_def case_strm_numbers = {
	.clause = STRM_1,
	.text = "The device numbers the messages of each stream by one in posting order",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
