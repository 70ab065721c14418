#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(2048)),
	WAIT_SENT(2),
	SEND(ACK, IS(base_psn, 0), CUM(1), CMSN(1), SACKED(AXIS(0))),
	PAUSE(1000),
	CHECK(check_no_more_work),
	SEND(ACK, IS(base_psn, 1), CUM(1), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	DONE,
};

const struct case_def case_sack_bit_not_sent = {
	.clause = SACK_4,
	.text = "The device ignores whole an ACK with a SACK bit of a PSN it has not sent",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.axis = { .name = "bit", .list = AXIS_LIST(1, 2, 63, 64, 254, 255) },
	.steps = steps,
};
