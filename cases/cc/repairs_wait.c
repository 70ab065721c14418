#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(307200)),
	WAIT_QUIET(2000),
	SEND(ACK, IS(base_psn, 0), CUM(-1), SACKED(7), IS(ackh_ce_count, 256)),
	WAIT_QUIET(2000),
	CHECK(check_repairs_in_window),
	DONE,
};

const struct case_def case_cc_repairs_wait = {
	.clause = CC_4,
	.also = { CC_1 },
	.text = "Repairs but the first wait for the window like other packets",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
