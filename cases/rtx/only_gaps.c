#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(8192)),
	WAIT_SENT(8),
	SEND(ACK, IS(base_psn, 0), CUM(0), SACKED(1, 3)),
	EXPECT(WRITE, PSN(1), IS(base_rtx, 1)),
	EXPECT(WRITE, PSN(3), IS(base_rtx, 1)),
	PAUSE(2000),
	CHECK_COUNT(2, WRITE, IS(base_rtx, 1)),
	SEND(ACK, IS(base_psn, 1), CUM(7), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	DONE,
};

/* Acknowledged: PSN 0, 2 and 4.  Nothing is known of PSN 5 to 7. */
const struct case_def case_rtx_only_gaps = {
	.clause = RTX_2,
	.also = { RTX_1 },
	.text = "The device repairs the packets below what arrived, none of those above it",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
