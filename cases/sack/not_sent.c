#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(2048)),
	WAIT_SENT(2),
	SEND(ACK, IS(base_psn, 0), CUM(AXIS(0)), CMSN(1)),
	PAUSE(1000),
	CHECK(check_no_more_work),
	SEND(ACK, IS(base_psn, 1), CUM(1), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	DONE,
};

const struct case_def case_sack_not_sent = {
	.clause = SACK_4,
	.text = "The device ignores whole an ACK of a PSN it has not sent",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.axis = { .name = "cum_psn", .list = AXIS_LIST(2, 3, 256, 257, 8388608) },
	.steps = steps,
};
