#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(2), DROP),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_SENT(16),
	CALL(FAIL, PATH(2)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_rerouted, PATH(2)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_path_told_to_fail = {
	.clause = PATH_6,
	.also = { PATH_8 },
	.text = "A path told to have failed is used no more, and what it carried is rerouted",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
