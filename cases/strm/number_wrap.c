#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(100), TIMES(3)),
	POST(SEND, PAYLOAD(1500), TIMES(3)),
	WAIT_WORK(6, SUCCESS),
	CHECK_COUNT(1, WRITE, IS(msg_msn, 0xFFFFFFFE)),
	CHECK_COUNT(1, WRITE, IS(msg_msn, 0)),
	CHECK(check_message_layout),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_strm_number_wrap = {
	.clause = PSN_8,
	.also = { STRM_1, STRM_4 },
	.text = "The device goes on from message number 2^32-1 with 0",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .has_msn = true, .msn = 0xFFFFFFFE },
	.steps = steps,
};
