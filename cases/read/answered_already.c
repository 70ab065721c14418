#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, PAYLOAD(64)),
	WAIT_SENT(1),
	SEND(READ_RESP, MSN(0), PAYLOAD(64)),
	WAIT_WORK(1, SUCCESS),
	SEND(READ_RESP, MSN(0), PAYLOAD(64), OTHER_PAYLOAD),
	EXPECT(ACK, CUM(1)),
	CHECK(check_no_more_work, CLAUSE(STRM_4)),
	CHECK(check_data_fetched),
	DONE,
};

const struct case_def case_read_answered_already = {
	.clause = READ_4,
	.also = { STRM_4 },
	.text = "A response to a READ already complete is acknowledged and ignored",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .mute_peer = true, .acks = ACKS_EVERY },
	.steps = steps,
};
