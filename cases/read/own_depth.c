#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, PAYLOAD(64), TIMES(6)),
	WAIT_QUIET(2000),
	CHECK_COUNT(2, READ_REQ, IS(base_rtx, 0)),
	SEND(READ_RESP, MSN(0), PAYLOAD(64)),
	WAIT_WORK(1, SUCCESS),
	WAIT_QUIET(2000),
	CHECK_COUNT(3, READ_REQ, IS(base_rtx, 0)),
	CHECK(check_data_fetched, CLAUSE(READ_4)),
	DONE,
};

/* STRM-5: the response says that cmsn has passed its message; no ACK is needed. */
const struct case_def case_read_own_depth = {
	.clause = READ_5,
	.also = { STRM_5, READ_4 },
	.text = "The device has no more READs outstanding than read_depth",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .read_depth = 2, .mute_peer = true },
	.steps = steps,
};
