#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(100), TIMES(2)),
	WAIT_SENT(2),
	SEND(ACK, IS(base_psn, 0), CUM(0), CMSN(1), STATUS(ACCESS), STATUS_MSN(AXIS(0))),
	WAIT_WORK(1, SUCCESS),
	PAUSE(1000),
	CHECK(check_no_more_work),
	SEND(ACK, IS(base_psn, 1), CUM(1), CMSN(2)),
	WAIT_WORK(1, SUCCESS),
	DONE,
};

const struct case_def case_err_not_sent = {
	.clause = ERR_5,
	.text = "The device ignores a status about a message it has not sent or that is complete",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.axis = { .name = "status_msn", .list = AXIS_LIST(-1, 0, 2, 3, 64, 2147483647) },
	.steps = steps,
};
