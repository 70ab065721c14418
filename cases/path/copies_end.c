#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(1), DROP),
	IMPAIR(ACKS(0, 3), DROP),
	POST(WRITE, PAYLOAD(32768)),
	WAIT_WORK(1, SUCCESS),
	HEAL,
	PAUSE_PROBES(40),
	POST(WRITE, PAYLOAD(32768)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_copies_end),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_path_copies_end = {
	.clause = PATH_13,
	.also = { PATH_6 },
	.text = "Once a copy is acknowledged neither it nor its original is sent again",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .rto = RTO_SHORT },
	.steps = steps,
};
