#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(100), TIMES(4)),
	WAIT_SENT(4),
	SEND(ACK, IS(base_psn, 0), CUM(3), CMSN(0), STATUS(ACCESS), STATUS_MSN(2)),
	SEND(ACK, IS(base_psn, 1), CUM(3), CMSN(0), STATUS(INVALID), STATUS_MSN(1)),
	SEND(ACK, IS(base_psn, 2), CUM(3), CMSN(0), STATUS(ACCESS), STATUS_MSN(2)),
	PAUSE(1000),
	CHECK(check_no_more_work),
	SEND(ACK, IS(base_psn, 3), CUM(3), CMSN(1), STATUS(ACCESS), STATUS_MSN(2)),
	WAIT_WORK(1, SUCCESS),
	WAIT_WORK(1, INVALID),
	WAIT_WORK(2, FLUSHED),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	DONE,
};

const struct case_def case_err_lowest_stands = {
	.clause = ERR_2,
	.also = { STRM_4 },
	.text = "The device takes the lowest of several errors, and completes what is before it "
		"first",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
