#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, STREAM(3), PAYLOAD(100)),
	WAIT_SENT(1),
	SEND(ACK, IS(base_psn, 0), CUM(0), ABOUT(3), CMSN(0)),
	EXPECT(PROBE, STREAM(3), IS(base_psn, 0), IS(base_rtx, 0)),
	EXPECT(PROBE, STREAM(3), IS(base_psn, 1), IS(base_rtx, 1)),
	SEND(ACK, IS(base_psn, 1), CUM(0), ABOUT(3), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	CHECK_NEVER(ANY_SEQ, IS(base_rtx, 1)),
	DONE,
};

const struct case_def case_probe_unanswered = {
	.clause = PROBE_2,
	.also = { HDR_1 },
	.text = "The device asks again, with the next probe number, when a PROBE has no answer",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true, .rto = RTO_SHORT },
	.steps = steps,
};
