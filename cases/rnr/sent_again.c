#include "harness/case.h"

static const struct step steps[] = {
	POST(SEND, PAYLOAD(3000), IS(W_NO_RECV, 1)),
	EXPECT(SEND, MSN(0)),
	PAUSE(300),
	PEER_RECV(PAYLOAD(3000)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_rnr_waited),
	CHECK_COUNT(3, SEND, MSN(0), IS(msg_attempt, 1), IS(base_rtx, 0)),
	CHECK(check_psn_contiguous, CLAUSE(PSN_1)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_rnr_sent_again = {
	.clause = RNR_2,
	.also = { RNR_4 },
	.text = "The device sends a refused SEND again, whole, as the next attempt, after "
		"rnr_delay",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
