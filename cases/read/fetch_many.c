#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, PAYLOAD(3000), TIMES(8)),
	POST(WRITE, PAYLOAD(2000), TIMES(2)),
	POST(READ_REQ, STREAM(1), PAYLOAD(100), TIMES(4)),
	WAIT_WORK(14, SUCCESS),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	CHECK(check_data_fetched, CLAUSE(READ_4)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_read_fetch_many = {
	.clause = STRM_5,
	.also = { STRM_4, READ_4 },
	.text = "READs complete in order, each when all of its response is there",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_READ },
	.steps = steps,
};
