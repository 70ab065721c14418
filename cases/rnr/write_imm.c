#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE_IMM, PAYLOAD(1000), IS(W_NO_RECV, 1)),
	POST(WRITE, PAYLOAD(1000)),
	EXPECT(WRITE, MSN(1)),
	PAUSE(300),
	PEER_RECV(PAYLOAD(0)),
	WAIT_WORK(2, SUCCESS),
	CHECK(check_rnr_waited),
	CHECK_COUNT(1, WRITE_IMM, MSN(0), IS(msg_attempt, 1)),
	CHECK_COUNT(1, WRITE, MSN(1)),
	CHECK_COUNT(1, WRITE, IS(msg_attempt, 0)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_rnr_write_imm = {
	.clause = RNR_2,
	.also = { STRM_2 },
	.text = "The device sends a refused WRITE_IMM again, but not the WRITE behind it",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
