#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(EVERY_NTH(7, 3), DROP),
	IMPAIR(NTH_RANGE(8, 20), CE),
	POST(WRITE, PAYLOAD(102400)),
	WAIT_WORK(1, SUCCESS),
	IMPAIR(NTH_RANGE(120, 130), CE),
	CALL(REPATH, PATH(1)),
	POST(WRITE, PAYLOAD(32768)),
	WAIT_WORK(1, SUCCESS),
	WAIT_QUIET(2000),
	CHECK(check_telemetry),
	DONE,
};

const struct case_def case_tel_paths_in_trouble = {
	.clause = TEL_1,
	.also = { ECN_1 },
	.text = "Repairs, marks and another source port are told as they were on the wire",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
