#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, PAYLOAD(64), TIMES(2)),
	WAIT_SENT(2),
	SEND(READ_RESP, MSN(1), PAYLOAD(64)),
	EXPECT(ACK, CUM(0)),
	CHECK(check_no_more_work, CLAUSE(STRM_5)),
	SEND(READ_RESP, MSN(1), PAYLOAD(64), OTHER_PAYLOAD),
	EXPECT(ACK, CUM(1)),
	SEND(READ_RESP, MSN(0), PAYLOAD(64)),
	WAIT_WORK(2, SUCCESS),
	CHECK(check_data_fetched),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	DONE,
};

const struct case_def case_read_answered_behind = {
	.clause = READ_4,
	.also = { STRM_5, STRM_4 },
	.text = "A second response to a READ answered, but not yet complete, is acknowledged and "
		"ignored",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .mute_peer = true, .acks = ACKS_EVERY },
	.steps = steps,
};
