#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(4),
	SEND(ACK, IS(base_psn, 0), CUM(-1), SACKED(1, 2, 3)),
	EXPECT(WRITE, PSN(0), IS(base_rtx, 1)),
	POST(WRITE, PAYLOAD(1024)),
	EXPECT(WRITE, PSN(4)),
	SEND(ACK, IS(base_psn, 1), CUM(0), SACKED(3)),
	QUIET(2000, KINDS_SEQ),
	SEND(ACK, IS(base_psn, 2), CUM(4), CMSN(2)),
	WAIT_WORK(2, SUCCESS),
	DONE,
};

/* The second ACK denies PSN 1 to 3 and acknowledges one sent later. */
const struct case_def case_sack_reneged = {
	.clause = SACK_5,
	.also = { RTX_2 },
	.text = "The device takes a PSN once acknowledged as acknowledged when a later ACK denies "
		"it",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
