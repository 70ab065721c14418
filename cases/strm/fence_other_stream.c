#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, STREAM(1), PAYLOAD(64)),
	POST(WRITE, STREAM(0), PAYLOAD(64), FENCE),
	EXPECT(WRITE, STREAM(0), MSN(0)),
	DONE,
};

const struct case_def case_strm_fence_other_stream = {
	.clause = STRM_10,
	.also = { STRM_3 },
	.text = "A fence waits for its own stream alone",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_READ, .paths = 1, .mute_peer = true },
	.steps = steps,
};
