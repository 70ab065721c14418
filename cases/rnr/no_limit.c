#include "harness/case.h"

static const struct step steps[] = {
	POST(SEND, PAYLOAD(100), IS(W_NO_RECV, 1)),
	WAIT_SENT(12),
	PEER_RECV(),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_rnr_no_limit = {
	.clause = RNR_4,
	.also = { RNR_2 },
	.text = "rnr_retry_limit 7 is none: the SEND is tried until there is a receive",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
