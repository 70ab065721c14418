#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, STREAM(2), PAYLOAD(64)),
	POST(WRITE, STREAM(2), PAYLOAD(64), FENCE),
	POST(WRITE, STREAM(1), PAYLOAD(64)),
	WAIT_SENT(2),
	SEND(ACK, CUM_SEEN, ECHO_SEEN, ABOUT(2), CMSN(0)),
	EXPECT(PROBE, STREAM(2)),
	CHECK_NEVER(WRITE, STREAM(2), CLAUSE(STRM_10)),
	SEND(READ_RESP, STREAM(2), MSN(0), PAYLOAD(64)),
	EXPECT(WRITE, STREAM(2), MSN(1), CLAUSE(STRM_10)),
	DONE,
};

const struct case_def case_probe_fence_asked = {
	.clause = PROBE_2,
	.also = { STRM_10 },
	.text = "A stream whose fenced work waits for a READ acknowledged and not answered is "
		"asked for",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .paths = 1, .mute_peer = true, .rto = RTO_SHORT },
	.steps = steps,
};
