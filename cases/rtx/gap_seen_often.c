#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(4),
	SEND(ACK, IS(base_psn, 0), CUM(-1), SACKED(1)),
	EXPECT(WRITE, PSN(0), IS(base_rtx, 1)),
	SEND(ACK, IS(base_psn, 1), CUM(-1), SACKED(1, 2)),
	SEND(ACK, IS(base_psn, 2), CUM(-1), SACKED(1, 2, 3)),
	SEND(ACK, IS(base_psn, 3), CUM(-1), SACKED(1, 2, 3)),
	SEND(ACK, IS(base_psn, 4), CUM(-1), SACKED(1, 2, 3)),
	PAUSE(2000),
	CHECK_COUNT(1, WRITE, IS(base_rtx, 1)),
	SEND(ACK, IS(base_psn, 5), CUM(3), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	DONE,
};

const struct case_def case_rtx_gap_seen_often = {
	.clause = RTX_4,
	.also = { RTX_2 },
	.text = "The device repairs a gap once, however many ACKs show it",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
