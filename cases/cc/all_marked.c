#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(EVERY_NTH(1, 0), CE), POST(WRITE, PAYLOAD(262144)),
	WAIT_WORK(1, SUCCESS),       CHECK(check_no_repairs, CLAUSE(RTX_2)),
	CHECK(check_data_arrived),   DONE,
};

const struct case_def case_cc_all_marked = {
	.clause = CC_5,
	.also = { CC_1, RTX_2 },
	.text = "The device goes on with every packet marked, and repairs nothing",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1 },
	.steps = steps,
};
