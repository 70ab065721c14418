#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, PAYLOAD(64), TIMES(3)),
	WAIT_QUIET(1000),
	CHECK_COUNT(2, READ_REQ, IS(base_rtx, 0), CLAUSE(STRM_6)),
	SEND(READ_RESP, MSN(0), PAYLOAD(64)),
	WAIT_WORK(1, SUCCESS),
	EXPECT(READ_REQ, MSN(2)),
	DONE,
};

const struct case_def case_read_response_moves_window = {
	.clause = STRM_5,
	.also = { STRM_6, READ_5 },
	.text = "A whole response says that cmsn has passed its message: more is sent without an "
		"ACK",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .msg_window = 2, .mute_peer = true },
	.steps = steps,
};
