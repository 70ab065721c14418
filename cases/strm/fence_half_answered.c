#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, PAYLOAD(2048)),
	POST(READ_REQ, PAYLOAD(64)),
	POST(WRITE, PAYLOAD(64), FENCE),
	WAIT_SENT(2),
	SEND(ACK, CUM_SEEN, CMSN(2)),
	QUIET(2000, 1u << PKT_WRITE),
	SEND(READ_RESP, MSN(0), PAYLOAD(1024), IS(msg_length, 2048)),
	QUIET(2000, 1u << PKT_WRITE),
	SEND(READ_RESP, MSN(1), PAYLOAD(64)),
	QUIET(2000, 1u << PKT_WRITE),
	SEND(READ_RESP, MSN(0), IS(msg_offset, 1024), PAYLOAD(1024), IS(msg_length, 2048)),
	EXPECT(WRITE, MSN(2)),
	DONE,
};

const struct case_def case_strm_fence_half_answered = {
	.clause = STRM_10,
	.text = "Half a response, or cmsn alone, lets no fenced work go",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .paths = 1, .mute_peer = true },
	.steps = steps,
};
