#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(100000)),
	WAIT_WORK(1, SUCCESS),
	WAIT_QUIET(2000),
	CHECK_NEVER(ACK),
	CHECK(check_psn_contiguous),
	DONE,
};

/* The tester sends ACKs and nothing else, so there is nothing to acknowledge. */
const struct case_def case_ack_acks_of_acks = {
	.clause = ACK_7,
	.also = { PSN_1 },
	.text = "The device acknowledges no ACK, and its PSNs are those of sequenced packets alone",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
