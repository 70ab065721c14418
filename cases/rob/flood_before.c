#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PATH(1), PSN(0), MSN(0), IS(W_NO_CRC, 1), TIMES(300)),
	SEND(WRITE, PATH(2), PSN(0), MSN(0), IS(base_version, 3), TIMES(300)),
	POST(WRITE, PAYLOAD(65536)),
	SEND(WRITE, PATH(1), PSN(0), MSN(0), IS(W_NO_CRC, 1), TIMES(300)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_no_repairs, CLAUSE(RTX_2)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_rob_flood_before = {
	.clause = ROB_2,
	.also = { RTX_2 },
	.text = "After a flood of broken packets work of the device and for it completes",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
