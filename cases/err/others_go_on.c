#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, STREAM(2), WRONG_RKEY, PAYLOAD(2000)),
	POST(SEND, STREAM(3), PAYLOAD(5000)),
	WAIT_WORK(1, ACCESS, STREAM(2)),
	WAIT_WORK(1, SUCCESS, STREAM(3)),
	POST(WRITE, STREAM(4), PAYLOAD(5000)),
	POST(SEND, STREAM(3), PAYLOAD(5000)),
	WAIT_WORK(1, SUCCESS, STREAM(4)),
	WAIT_WORK(1, SUCCESS, STREAM(3)),
	CHECK(check_no_repairs),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	DONE,
};

const struct case_def case_err_others_go_on = {
	.clause = ERR_3,
	.also = { STRM_4 },
	.text = "The device goes on with other streams when one is in error",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
