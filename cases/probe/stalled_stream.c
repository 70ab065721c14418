#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, STREAM(3), PAYLOAD(2048)),
	WAIT_SENT(2),
	SEND(ACK, IS(base_psn, 0), CUM(1), ABOUT(3), CMSN(0)),
	EXPECT(PROBE, STREAM(3), IS(base_psn, 0)),
	CHECK_NEVER(ANY_SEQ, IS(base_rtx, 1)),
	SEND(ACK, IS(base_psn, 1), CUM(1), ABOUT(3), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	DONE,
};

const struct case_def case_probe_stalled_stream = {
	.clause = PROBE_2,
	.text = "The device asks for a stream whose packets are acknowledged and which is not "
		"complete",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true, .rto = RTO_SHORT },
	.steps = steps,
};
