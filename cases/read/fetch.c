#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, PAYLOAD(AXIS(0))),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_data_fetched),
	CHECK_COUNT(1, READ_REQ, IS(base_rtx, 0), CLAUSE(STRM_5)),
	DONE,
};

const struct case_def case_read_fetch = {
	.clause = READ_4,
	.also = { STRM_5 },
	.text = "What the device reads lies where it asked for it, and nowhere else",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_READ },
	.axis = { .name = "bytes", .list = AXIS_LIST(1, 1024, 1025, 5000, 65536) },
	.steps = steps,
};
