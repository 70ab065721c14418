#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	IMPAIR(WHOLE_PATH(1), DROP),
	IMPAIR(WHOLE_PATH(3), DROP),
	POST(WRITE, PAYLOAD(65536)),
	POST(SEND, PAYLOAD(3000), TIMES(4)),
	WAIT_WORK(5, SUCCESS),
	CHECK(check_path_fails, PATH(1)),
	CHECK(check_path_fails, PATH(3)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_plane_lost = {
	.clause = PLANE_2,
	.also = { PATH_5, PATH_6, PATH_10 },
	.text = "Loss of a plane fails no operation, and traffic goes on over the other",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .planes = 2, .rto = RTO_SHORT },
	.steps = steps,
};
