#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(AXIS(0)), DROP),      POST(WRITE, PAYLOAD(16384)), WAIT_WORK(1, SUCCESS),
	CHECK(check_path_fails, PATH(AXIS(0))), CHECK(check_data_arrived),   DONE,
};

const struct case_def case_path_fails = {
	.clause = PATH_5,
	.also = { PATH_6, PATH_10 },
	.text = "A path fails after path_fail_rtos timeouts in a row and its packets go elsewhere",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .rto = RTO_SHORT },
	.axis = { .name = "path", .from = 0, .to = 3 },
	.steps = steps,
};
