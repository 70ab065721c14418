#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR_US(PEER_PACKETS(0, 0), DELAY, 2000),
	IMPAIR_US(PEER_PACKETS(3, 5), DELAY, 1000),
	POST(READ_REQ, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_data_fetched),
	DONE,
};

const struct case_def case_read_fetch_disorder = {
	.clause = READ_4,
	.also = { PSN_4 },
	.text = "Responses are placed in whatever order they come",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ },
	.steps = steps,
};
