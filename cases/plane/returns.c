#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(1), DROP),
	IMPAIR(WHOLE_PATH(3), DROP),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	HEAL,
	IMPAIR_US(WHOLE_PATH(1), DELAY, 3000),
	IMPAIR_US(WHOLE_PATH(3), DELAY, 3000),
	PAUSE_PROBES(40),
	POST(WRITE, PAYLOAD(65536)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_path_returned, PATH(1)),
	CHECK(check_path_returned, PATH(3)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_plane_returns = {
	.clause = PLANE_2,
	.also = { PATH_8 },
	.text = "A plane that comes back is used again",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .planes = 2, .rto = RTO_SHORT },
	.steps = steps,
};
