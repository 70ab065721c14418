#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(4),
	SEND(ACK, IS(base_psn, 0), CUM(-1), SACKED(2, 3)),
	EXPECT(WRITE, PSN(0), IS(base_rtx, 1)),
	EXPECT(WRITE, PSN(1), IS(base_rtx, 1)),
	SEND(ACK, IS(base_psn, 1), CUM(-1), SACKED(1, 2, 3)),
	QUIET(2000, KINDS_SEQ),
	SEND(ACK, IS(base_psn, 2), CUM(3), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	DONE,
};

/* PSN 1 may have come by its late original: that says nothing of the repair of PSN 0. */
const struct case_def case_rtx_late_original = {
	.clause = RTX_4,
	.also = { RTX_1, RTX_2 },
	.text = "The device repairs nothing again when a packet it has repaired is acknowledged "
		"before others",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
