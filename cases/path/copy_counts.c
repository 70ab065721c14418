#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(1), DROP),
	POST(WRITE, PAYLOAD(32768)),
	WAIT_WORK(1, SUCCESS),
	PAUSE(5000),
	HEAL,
	PAUSE_PROBES(40),
	POST(WRITE, PAYLOAD(32768)),
	WAIT_WORK(1, SUCCESS),
	CHECK_NEVER(NOP),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_path_copy_counts = {
	.clause = PATH_13,
	.also = { PATH_8 },
	.text = "A path that returns sends nothing for what a copy has brought",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .rto = RTO_SHORT },
	.steps = steps,
};
