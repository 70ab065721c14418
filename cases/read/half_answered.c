#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, PAYLOAD(2048)),
	POST(WRITE, PAYLOAD(64)),
	WAIT_SENT(2),
	SEND(ACK, CUM_SEEN, CMSN(2)),
	SEND(READ_RESP, MSN(0), IS(msg_offset, 1024), PAYLOAD(1024), IS(msg_length, 2048)),
	EXPECT(ACK, CUM(0)),
	CHECK(check_no_more_work),
	SEND(READ_RESP, MSN(0), PAYLOAD(1024), IS(msg_length, 2048)),
	WAIT_WORK(2, SUCCESS),
	CHECK(check_data_fetched, CLAUSE(READ_4)),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	DONE,
};

const struct case_def case_read_half_answered = {
	.clause = STRM_5,
	.also = { STRM_4, READ_4 },
	.text = "A READ does not complete before its whole response is there",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .mute_peer = true, .paths = 1, .acks = ACKS_EVERY },
	.steps = steps,
};
