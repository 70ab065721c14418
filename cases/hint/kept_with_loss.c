#include "harness/case.h"

static const struct step steps[] = {
	HINT(20000),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	PAUSE(20000),
	IMPAIR(EVERY_NTH(5, 1), DROP),
	POST(WRITE, PAYLOAD(204800)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_rate_kept),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_hint_kept_with_loss = {
	.clause = HINT_3,
	.also = { RTX_1 },
	.text = "Repairs count in the rate the device was told",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
