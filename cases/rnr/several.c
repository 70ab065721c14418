#include "harness/case.h"

static const struct step steps[] = {
	POST(SEND, PAYLOAD(100), IS(W_NO_RECV, 1), TIMES(3)),
	EXPECT(SEND, MSN(2)),
	PAUSE(300),
	PEER_RECV(PAYLOAD(100)),
	PEER_RECV(PAYLOAD(100)),
	PEER_RECV(PAYLOAD(100)),
	WAIT_WORK(3, SUCCESS),
	CHECK(check_rnr_waited),
	CHECK_COUNT(3, SEND, IS(msg_attempt, 1)),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_rnr_several = {
	.clause = RNR_2,
	.also = { STRM_4 },
	.text = "The device sends the refused and all later SENDs sent again, in one go",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
