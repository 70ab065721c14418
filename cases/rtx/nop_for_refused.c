#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(100)),
	POST(WRITE, PAYLOAD(2048)),
	WAIT_SENT(3),
	SEND(ACK, IS(base_psn, 0), CUM(0), SACKED(1), STATUS(ACCESS), STATUS_MSN(1)),
	EXPECT(NOP, PSN(1), IS(base_rtx, 1)),
	CHECK(check_no_more_work),
	SEND(ACK, IS(base_psn, 1), CUM(2), CMSN(1), STATUS(ACCESS), STATUS_MSN(1)),
	WAIT_WORK(1, SUCCESS),
	WAIT_WORK(1, ACCESS),
	CHECK_NEVER(WRITE, IS(base_rtx, 1)),
	DONE,
};

const struct case_def case_rtx_nop_for_refused = {
	.clause = RTX_12,
	.also = { ERR_2 },
	.text = "The device fills a lost PSN of a refused message with a NOP before the work has "
		"ended",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
