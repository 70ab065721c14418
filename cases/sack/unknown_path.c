#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(1024)),
	WAIT_SENT(1),
	SEND(ACK, PATH(AXIS(0)), IS(W_SPORT, 51111), IS(ackh_cum_psn, 100), CMSN(1)),
	PAUSE(1000),
	CHECK(check_no_more_work),
	SEND(ACK, PATH(0), CUM(0), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	DONE,
};

const struct case_def case_sack_unknown_path = {
	.clause = SACK_4,
	.also = { HDR_3 },
	.text = "The device ignores an ACK of a path the connection does not have",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true, .has_psn = true, .psn = 100 },
	.axis = { .name = "path", .list = AXIS_LIST(1, 2, 128, 255) },
	.steps = steps,
};
