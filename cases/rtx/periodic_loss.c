#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(EVERY_NTH(AXIS(0), 3), DROP),
	IMPAIR(ACKS(20, 25), DROP),
	IMPAIR(ACKS(60, 60), DROP),
	POST(WRITE, PAYLOAD(102400)),
	POST(SEND, STREAM(1), PAYLOAD(1500), TIMES(20)),
	POST(WRITE_IMM, STREAM(2), PAYLOAD(3000), TIMES(10)),
	WAIT_WORK(31, SUCCESS),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_rtx_periodic_loss = {
	.clause = RTX_10,
	.also = { RTX_7, STRM_4 },
	.text = "The device completes everything when packets and ACKs are lost again and again",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .retry_limit = 15 },
	.axis = { .name = "one_in", .list = AXIS_LIST(100, 10, 4) },
	.steps = steps,
};
