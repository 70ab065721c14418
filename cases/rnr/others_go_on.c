#include "harness/case.h"

static const struct step steps[] = {
	POST(SEND, STREAM(3), PAYLOAD(2000), IS(W_NO_RECV, 1)),
	POST(SEND, STREAM(4), PAYLOAD(5000)),
	POST(WRITE, STREAM(5), PAYLOAD(20000)),
	WAIT_WORK(1, SUCCESS, STREAM(4)),
	WAIT_WORK(1, SUCCESS, STREAM(5)),
	CHECK(check_no_more_work),
	PEER_RECV(STREAM(3), PAYLOAD(2000)),
	WAIT_WORK(1, SUCCESS, STREAM(3)),
	CHECK(check_rnr_waited, CLAUSE(RNR_2)),
	CHECK(check_no_repairs),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_rnr_others_go_on = {
	.clause = RNR_5,
	.also = { RNR_2 },
	.text = "The device goes on with other streams while one waits for a receive",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
