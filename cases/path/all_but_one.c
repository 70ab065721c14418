#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(0), DROP),         IMPAIR(WHOLE_PATH(1), DROP),
	IMPAIR(WHOLE_PATH(3), DROP),         POST(WRITE, PAYLOAD(65536)),
	POST(SEND, PAYLOAD(3000), TIMES(4)), WAIT_WORK(5, SUCCESS),
	CHECK(check_data_arrived),           CHECK(check_work_in_order, CLAUSE(STRM_4)),
	POST(WRITE, PAYLOAD(65536)),         WAIT_WORK(1, SUCCESS),
	CHECK(check_data_arrived),           DONE,
};

const struct case_def case_path_all_but_one = {
	.clause = PATH_10,
	.also = { PATH_5, PATH_6 },
	.text = "With all paths but one failed the connection goes on",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .rto = RTO_SHORT },
	.steps = steps,
};
