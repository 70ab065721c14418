#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(EVERY_NTH(4, 1), DROP), IMPAIR(EVERY_NTH(7, 2), CE),
	POST(WRITE, PAYLOAD(65000)),   POST(SEND, PAYLOAD(5000), TIMES(3)),
	WAIT_WORK(4, SUCCESS),         CHECK(check_bytes_once),
	CHECK(check_data_arrived),     DONE,
};

const struct case_def case_strm_bytes_once_lossy = {
	.clause = STRM_9,
	.also = { RTX_3 },
	.text = "Loss makes the device send packets again, never other packets with the same bytes",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
