#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(1024)),
	WAIT_SENT(1),
	SEND(ACK, IS(base_psn, 0), CUM(0), CMSN(AXIS(0))),
	CHECK(check_no_more_work),
	EXPECT(WRITE, PSN(0), IS(base_rtx, 1)),
	CHECK(check_no_more_work),
	SEND(ACK, IS(base_psn, 1), CUM(0), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	DONE,
};

/* Ignored whole: its acknowledgement does not count either, and the timer repairs the packet. */
const struct case_def case_sack_cmsn_beyond = {
	.clause = SACK_4,
	.text = "The device ignores whole an ACK of a cmsn beyond the messages it has sent",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true, .rto = RTO_SHORT },
	.axis = { .name = "cmsn", .list = AXIS_LIST(2, 3, 64, 65, 2147483647) },
	.steps = steps,
};
