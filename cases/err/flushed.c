#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(100)),
	POST(SEND, PAYLOAD(100)),
	POST(WRITE, PAYLOAD(100), TIMES(3)),
	WAIT_SENT(5),
	SEND(ACK, IS(base_psn, 0), CUM(4), CMSN(1), STATUS(LENGTH), STATUS_MSN(1)),
	WAIT_WORK(1, SUCCESS),
	WAIT_WORK(1, LENGTH),
	WAIT_WORK(3, FLUSHED),
	SEND(ACK, IS(base_psn, 1), CUM(4), CMSN(1), STATUS(LENGTH), STATUS_MSN(1)),
	PAUSE(1000),
	CHECK(check_no_more_work),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	DONE,
};

/* The report is told twice. */
const struct case_def case_err_flushed = {
	.clause = ERR_2,
	.also = { STRM_4 },
	.text = "The device flushes what is behind a refused message, in order, once",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
