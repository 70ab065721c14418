#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH(1), DROP),
	IMPAIR(REPAIR_OF_NTH(1, 1), DROP),
	POST(WRITE, PAYLOAD(4096)),
	WAIT_WORK(1, SUCCESS),
	PAUSE(20000),
	CHECK_NEVER(ANY_SEQ, IS(path_rerouted, 1)),
	CHECK_NEVER(PROBE, IS(base_rtx, 1)),
	DONE,
};

/* One packet on each path. */
const struct case_def case_path_two_timeouts = {
	.clause = PATH_5,
	.text = "Two timeouts in a row do not make a path fail where path_fail_rtos is 3",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 4, .rto = RTO_SHORT },
	.steps = steps,
};
