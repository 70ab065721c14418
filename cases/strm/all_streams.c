#include "harness/case.h"

static const struct step steps[] = {
	POST(SEND, STREAM(AXIS(0)), PAYLOAD(3000)),
	POST(WRITE, PAYLOAD(3000)),
	WAIT_WORK(1, SUCCESS, STREAM(AXIS(0))),
	WAIT_WORK(1, SUCCESS, STREAM(0)),
	CHECK_COUNT(3, SEND, STREAM(AXIS(0)), MSN(0)),
	CHECK_COUNT(6, ANY_SEQ),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_strm_all_streams = {
	.clause = STRM_7,
	.text = "The device uses any stream without further exchange",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.axis = { .name = "stream", .list = AXIS_LIST(1, 2, 8, 14, 15) },
	.steps = steps,
};
