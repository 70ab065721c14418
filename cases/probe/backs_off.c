#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, STREAM(3), PAYLOAD(100)),
	WAIT_SENT(1),
	SEND(ACK, CUM_SEEN, IS(base_psn, 0), ABOUT(3), CMSN(0)),
	EXPECT(PROBE, STREAM(3)),
	PAUSE(40000),
	CHECK(check_asks_back_off, STREAM(3)),
	DONE,
};

const struct case_def case_probe_backs_off = {
	.clause = PROBE_2,
	.text = "The device asks for a stream less and less often while it has no answer",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .mute_peer = true, .rto = RTO_SHORT },
	.steps = steps,
};
