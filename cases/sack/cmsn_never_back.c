#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(100), TIMES(4)),
	WAIT_SENT(4),
	SEND(ACK, IS(base_psn, 1), CUM(3), CMSN(2)),
	WAIT_WORK(2, SUCCESS),
	SEND(ACK, IS(base_psn, AXIS(0)), CUM(3), CMSN(1)),
	POST(WRITE, PAYLOAD(100), TIMES(2)),
	EXPECT(WRITE, MSN(5)),
	SEND(ACK, IS(base_psn, 3), CUM(5), CMSN(6)),
	WAIT_WORK(4, SUCCESS),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	DONE,
};

const struct case_def case_sack_cmsn_never_back = {
	.clause = SACK_4,
	.also = { STRM_6 },
	.text = "The device goes by the highest cmsn it was told, whatever a later ACK says",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .msg_window = 4, .mute_peer = true },
	.axis = { .name = "number", .list = AXIS_LIST(0, 2) },
	.steps = steps,
};
