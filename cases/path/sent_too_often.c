#include "harness/case.h"

/* ACKs on the path, each proving that the packet is still missing. */
#define ROUND POST(WRITE, STREAM(1), PAYLOAD(4096)), WAIT_WORK(1, SUCCESS, STREAM(1))

static const struct step steps[] = {
	IMPAIR(ALWAYS_NTH(0), DROP),
	POST(WRITE, PAYLOAD(64)),
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	WAIT_WORK(1, SUCCESS, STREAM(0)),
	CHECK_SOME(WRITE, IS(path_rerouted, 1), IS(base_rtx, 0), STREAM(0)),
	CHECK(check_sent_at_most),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_path_sent_too_often = {
	.clause = PATH_5,
	.also = { PATH_6 },
	.text = "A path fails by one packet that never arrives though others on it do",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 2 },
	.steps = steps,
};
