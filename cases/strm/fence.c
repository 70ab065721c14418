#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, PAYLOAD(64)),
	POST(WRITE, PAYLOAD(64), FENCE),
	WAIT_SENT(1),
	SEND(ACK, CUM_SEEN, CMSN(0)),
	QUIET(2000, 1u << PKT_WRITE),
	SEND(READ_RESP, MSN(0), PAYLOAD(64)),
	EXPECT(WRITE, MSN(1)),
	DONE,
};

const struct case_def case_strm_fence = {
	.clause = STRM_10,
	.text = "Work with a fence is first sent when the READ before it is complete",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_READ, .paths = 1, .mute_peer = true },
	.steps = steps,
};
