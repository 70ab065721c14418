#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(4),
	SEND(ACK, IS(base_psn, 0), CUM(-1), SACKED(1, 2, 3)),
	EXPECT(WRITE, PSN(0), IS(base_rtx, 1)),
	POST(WRITE, PAYLOAD(1024)),
	EXPECT(WRITE, PSN(4)),
	SEND(ACK, IS(base_psn, 1), CUM(-1), SACKED(4)), /* denies 1 to 3 */
	PAUSE(2000),
	CHECK_COUNT(1, WRITE, PSN(1)),
	CHECK_COUNT(1, WRITE, PSN(2)),
	CHECK_COUNT(1, WRITE, PSN(3)),
	SEND(ACK, IS(base_psn, 2), CUM(4), CMSN(2)),
	WAIT_WORK(2, SUCCESS),
	DONE,
};

const struct case_def case_sack_reneged_above_hole = {
	.clause = SACK_5,
	.also = { RTX_2 },
	.text = "The device repairs no PSN once acknowledged that a later ACK denies above a hole",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
