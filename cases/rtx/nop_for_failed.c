#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(2048)),
	WAIT_SENT(2),
	SEND(ACK, IS(base_psn, 0), CUM(-1), SACKED(1), STATUS(ACCESS), STATUS_MSN(0)),
	EXPECT(NOP, PSN(0), IS(base_rtx, 1)),
	WAIT_WORK(1, ACCESS),
	SEND(ACK, IS(base_psn, 1), CUM(1), STATUS(ACCESS), STATUS_MSN(0)),
	CHECK_NEVER(WRITE, IS(base_rtx, 1)),
	DONE,
};

const struct case_def case_rtx_nop_for_failed = {
	.clause = RTX_12,
	.also = { ERR_2 },
	.text = "The device fills the PSN of a lost packet with a NOP when its message is in error",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
