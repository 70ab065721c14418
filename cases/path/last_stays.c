#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(0), DROP),
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(9),
	HEAL,
	WAIT_WORK(1, SUCCESS),
	CHECK(check_no_path_fails),
	CHECK(check_port_moved, PATH(0)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_path_last_stays = {
	.clause = PATH_5,
	.also = { PATH_3 },
	.text = "The last live path does not fail: it changes its source port and goes on",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .rto = RTO_SHORT, .paths = 1 },
	.steps = steps,
};
