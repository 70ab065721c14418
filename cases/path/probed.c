#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(0), DROP),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	PAUSE_PROBES(12),
	CHECK(check_path_probed, PATH(0)),
	CHECK_NEVER(PROBE, PATH(1), IS(base_rtx, 1)),
	DONE,
};

const struct case_def case_path_probed = {
	.clause = PATH_8,
	.also = { PATH_5 },
	.text = "A failed path is probed, each time from a new source port",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .rto = RTO_SHORT },
	.steps = steps,
};
