#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(ALWAYS_NTH(0), DROP),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	CHECK_SOME(WRITE, IS(path_rerouted, 1), IS(base_rtx, 0)),
	CHECK(check_sent_at_most),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_path_sent_too_often = {
	.clause = PATH_5,
	.also = { PATH_6 },
	.text = "A path fails by one packet that never arrives though others do",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .rto = RTO_SHORT },
	.steps = steps,
};
