#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(4),
	SEND(ACK, IS(base_psn, 0), CUM(-1), SACKED(1, 2, 3)),
	EXPECT(WRITE, PSN(0), IS(base_rtx, 1)),
	SEND(ACK, IS(base_psn, 1), CUM(3), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	POST(WRITE, PAYLOAD(307200)),
	WAIT_QUIET(5000),
	CHECK(check_window_kept),
	DONE,
};

const struct case_def case_rtx_window_kept = {
	.clause = RTX_8,
	.text = "The device keeps its window when one packet is lost without marks",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
