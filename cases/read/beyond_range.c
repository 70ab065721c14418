#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, PAYLOAD(100)),
	POST(READ_REQ, PAYLOAD(100)),
	WAIT_SENT(2),
	SEND(READ_RESP, MSN(0), IS(msg_offset, 64), PAYLOAD(64), IS(msg_length, 100),
	     OTHER_PAYLOAD),
	EXPECT(ACK, CUM(0)),
	SEND(READ_RESP, MSN(0), IS(msg_offset, 100), PAYLOAD(64), IS(msg_length, 164),
	     OTHER_PAYLOAD),
	EXPECT(ACK, CUM(1)),
	CHECK(check_no_more_work, CLAUSE(STRM_5)),
	CHECK(check_data_fetched),
	DONE,
};

const struct case_def case_read_beyond_range = {
	.clause = READ_4,
	.also = { STRM_5 },
	.text = "A response beyond the range asked for is acknowledged and ignored",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .mute_peer = true, .acks = ACKS_EVERY },
	.steps = steps,
};
