#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, PAYLOAD(0)),
	POST(READ_REQ, PAYLOAD(64)),
	WAIT_WORK(2, SUCCESS),
	CHECK(check_data_fetched, CLAUSE(READ_4)),
	DONE,
};

const struct case_def case_read_fetch_zero = {
	.clause = STRM_5,
	.also = { READ_4 },
	.text = "A READ of no bytes completes",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_READ },
	.steps = steps,
};
