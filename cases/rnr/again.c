#include "harness/case.h"

static const struct step steps[] = {
	POST(SEND, PAYLOAD(100), IS(W_NO_RECV, 1)),
	EXPECT(SEND, MSN(0), IS(msg_attempt, 0)),
	PAUSE(30000),
	EXPECT(SEND, MSN(0), IS(msg_attempt, 1)),
	PEER_RECV(PAYLOAD(100)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_rnr_waited),
	CHECK_COUNT(1, SEND, IS(msg_attempt, 1)),
	CHECK_COUNT(1, SEND, IS(msg_attempt, 2)),
	DONE,
};

/* The peer asks for 20 ms between attempts. */
const struct case_def case_rnr_again = {
	.clause = RNR_2,
	.also = { RNR_4 },
	.text = "The device tries again while the receive is missing, one attempt higher each time",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
