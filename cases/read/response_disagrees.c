#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, PAYLOAD(64)),
	WAIT_SENT(1),
	SEND(READ_RESP, MSN(0), PAYLOAD(64), IS(msg_length, 65), IS(msg_last, 0), OTHER_PAYLOAD),
	EXPECT(ACK, CUM(0)),
	SEND(READ_RESP, MSN(0), PAYLOAD(32), OTHER_PAYLOAD),
	EXPECT(ACK, CUM(1)),
	CHECK(check_no_more_work, CLAUSE(STRM_5)),
	SEND(READ_RESP, MSN(0), PAYLOAD(64)),
	EXPECT(ACK, CUM(2)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_data_fetched),
	DONE,
};

const struct case_def case_read_response_disagrees = {
	.clause = READ_4,
	.also = { STRM_5 },
	.text = "A response of another length than its request is acknowledged and "
		"ignored",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .mute_peer = true, .acks = ACKS_EVERY },
	.steps = steps,
};
