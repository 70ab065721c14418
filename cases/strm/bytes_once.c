#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(65000)), POST(SEND, PAYLOAD(5000), TIMES(3)), WAIT_WORK(4, SUCCESS),
	CHECK(check_bytes_once),     CHECK(check_data_arrived),           DONE,
};

const struct case_def case_strm_bytes_once = {
	.clause = STRM_9,
	.also = { HDR_8 },
	.text = "Each byte of a message is given to one packet",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
