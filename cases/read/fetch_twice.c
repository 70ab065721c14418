#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR_US(PEER_PACKETS(0, 31), DUPLICATE, 300),
	POST(READ_REQ, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	POST(READ_REQ, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_data_fetched),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	DONE,
};

const struct case_def case_read_fetch_twice = {
	.clause = READ_4,
	.also = { PSN_5 },
	.text = "Response packets that arrive twice do no harm",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ },
	.steps = steps,
};
