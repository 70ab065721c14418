#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, MSN(0), IS(msg_length, 65536), AT(0)),
	EXPECT(READ_RESP, MSN(0), IS(msg_offset, 0)),
	WAIT_QUIET(2000),
	CHECK(check_window_initial, CLAUSE(CC_4)),
	CHECK_NEVER(READ_RESP, IS(msg_last, 1), CLAUSE(CC_4)),
	CHECK_NEVER(ACK, ABOUT(0), CMSN(1), CLAUSE(STRM_2)),
	DONE,
};

/* Nothing is acknowledged: 64 packets are more than any window at the start lets out. */
const struct case_def case_read_response_window = {
	.clause = READ_2,
	.also = { CC_4, STRM_2 },
	.text = "Responses are sent within the windows of their paths",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .paths = 1, .mute_peer = true },
	.steps = steps,
};
