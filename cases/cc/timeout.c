#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(204800)),
	WAIT_QUIET(500),
	EXPECT(WRITE, PSN(0), IS(base_rtx, 1)),
	SEND(ACK, CUM(0), ECHO_SEEN),
	WAIT_QUIET(300),
	CHECK(check_nothing_new),
	DONE,
};

const struct case_def case_cc_timeout = {
	.clause = RTX_11,
	.also = { RTX_5 },
	.text = "After a timeout the window is cwnd_min: nothing new goes out while more is in "
		"flight",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true, .rto = RTO_SHORT },
	.steps = steps,
};
