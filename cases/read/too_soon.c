#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, PAYLOAD(64)),
	WAIT_SENT(1),
	POST(READ_REQ, PAYLOAD(64)),
	SEND(READ_RESP, MSN(1), PAYLOAD(64), OTHER_PAYLOAD),
	EXPECT(ACK, CUM(0)),
	SEND(READ_RESP, MSN(0), PAYLOAD(64)),
	EXPECT(ACK, CUM(1)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_no_more_work),
	WAIT_SENT(2),
	DONE,
};

/* read_depth 1 holds the second back. */
const struct case_def case_read_too_soon = {
	.clause = READ_4,
	.text = "A response to a READ that is still to be sent is acknowledged and ignored",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .mute_peer = true, .acks = ACKS_EVERY, .read_depth = 1 },
	.steps = steps,
};
