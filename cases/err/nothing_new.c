#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(100), TIMES(6)),
	EXPECT(WRITE, MSN(3)),
	SEND(ACK, IS(base_psn, 0), CUM(3), CMSN(1), STATUS(ACCESS), STATUS_MSN(2)),
	WAIT_WORK(1, SUCCESS),
	PAUSE(1000),
	CHECK_NEVER(WRITE, MSN(4)),
	CHECK(check_no_more_work),
	SEND(ACK, IS(base_psn, 1), CUM(3), CMSN(2), STATUS(ACCESS), STATUS_MSN(2)),
	WAIT_WORK(1, SUCCESS),
	WAIT_WORK(1, ACCESS),
	WAIT_WORK(3, FLUSHED),
	PAUSE(1000),
	CHECK_NEVER(WRITE, MSN(4)),
	CHECK_NEVER(WRITE, MSN(5)),
	DONE,
};

/* The first ACK makes room for message 4. */
const struct case_def case_err_nothing_new = {
	.clause = ERR_2,
	.text = "The device sends nothing new of a stream in error, whatever the window lets",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .msg_window = 4, .mute_peer = true },
	.steps = steps,
};
