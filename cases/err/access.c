#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(5000)),
	POST(WRITE, WRONG_RKEY, PAYLOAD(2000)),
	WAIT_WORK(1, SUCCESS),
	WAIT_WORK(1, ACCESS),
	WAIT_QUIET(1000),
	CHECK(check_no_more_work),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	CHECK(check_no_repairs, CLAUSE(RTX_2)),
	DONE,
};

const struct case_def case_err_access = {
	.clause = ERR_2,
	.also = { STRM_4, RTX_2 },
	.text = "The device ends a refused WRITE with its error when all before it is complete",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
