#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(1024)),
	WAIT_WORK(1, RETRY_EXCEEDED),
	WAIT_CLOSED,
	CHECK_COUNT(1, CLOSE, IS(closeh_reason, 1)),
	CHECK(check_gives_up_in_time),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	DONE,
};

const struct case_def case_rtx_gives_up = {
	.clause = RTX_9,
	.also = { STRM_4 },
	.text = "The device gives the connection up when nothing is answered for T, and says so",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true, .rto = RTO_SHORT, .retry_limit = 3 },
	.steps = steps,
};
