#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(ALWAYS_NTH(5), DROP),
	POST(WRITE, PAYLOAD(65536)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_data_arrived),
	CHECK_COUNT(1, WRITE, IS(path_rerouted, 1)),
	DONE,
};

/* One packet is lost however often it is sent; all others of its path are acknowledged. */
const struct case_def case_path_hopeless_packet = {
	.clause = PATH_6,
	.also = { PATH_5 },
	.text = "Of a path that fails only what is not acknowledged goes out again",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 4, .rto = RTO_SHORT, .retry_limit = 15 },
	.steps = steps,
};
