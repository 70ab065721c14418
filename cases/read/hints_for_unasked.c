#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, PAYLOAD(64)),
	WAIT_SENT(1),
	SEND(READ_RESP, MSN(3), PAYLOAD(1024), TIMES(64)),
	EXPECT(ACK, CUM(63)),
	CHECK(check_hint_alone),
	DONE,
};

const struct case_def case_read_hints_for_unasked = {
	.clause = HINT_8,
	.also = { HINT_2, READ_4 },
	.text = "The device gives its hint with each ACK of a response, whatever the response says",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .mute_peer = true },
	.steps = steps,
};
