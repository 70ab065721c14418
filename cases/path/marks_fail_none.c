#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(0), CE),  POST(WRITE, PAYLOAD(65536)), WAIT_WORK(1, SUCCESS),
	CHECK(check_no_path_fails), CHECK(check_data_arrived),   DONE,
};

const struct case_def case_path_marks_fail_none = {
	.clause = PATH_5,
	.also = { CC_3 },
	.text = "No path fails though every packet on it is marked",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .rto = RTO_SHORT },
	.steps = steps,
};
