#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(307200)),
	WAIT_QUIET(2000),
	SEND(ACK, IS(base_psn, 0), CUM(-1), SACKED(1, 2, 3)),
	EXPECT(WRITE, PSN(0), IS(base_rtx, 1)),
	WAIT_QUIET(2000),
	CHECK(check_repair_before_new),
	DONE,
};

/* Without ACKs the window fills; the first one opens it and shows a loss. */
const struct case_def case_rtx_repair_first = {
	.clause = RTX_1,
	.also = { CC_4 },
	.text = "The device sends the repair before new packets of the path",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
