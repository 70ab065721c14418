#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(1), DROP),
	POST(WRITE, PAYLOAD(32768)),
	WAIT_WORK(1, SUCCESS),
	PAUSE(100000),
	CHECK_SOME(PROBE, PATH(1), IS(base_rtx, 1)),
	CHECK_NEVER(PROBE, PATH(1), OWN_PORT),
	DONE,
};

const struct case_def case_path_dead_probed = {
	.clause = PATH_8,
	.also = { PATH_3 },
	.text = "A failed path is probed from source ports it did not have",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 4, .rto = RTO_SHORT },
	.steps = steps,
};
