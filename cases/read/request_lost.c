#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH(0), DROP),
	POST(READ_REQ, PAYLOAD(4096)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_data_fetched),
	CHECK(check_repairs_are_losses, CLAUSE(RTX_2)),
	DONE,
};

const struct case_def case_read_request_lost = {
	.clause = READ_4,
	.also = { RTX_2 },
	.text = "A READ whose request is lost is asked for again and completes once",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .rto = RTO_SHORT, .paths = 1 },
	.steps = steps,
};
