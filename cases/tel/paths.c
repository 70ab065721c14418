#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(65536)),
	WAIT_WORK(1, SUCCESS),
	WAIT_QUIET(1000),
	CHECK(check_telemetry),
	DONE,
};

const struct case_def case_tel_paths = {
	.clause = TEL_1,
	.text = "What the device says of its paths agrees with the wire",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
