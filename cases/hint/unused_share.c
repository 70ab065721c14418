#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, TIMES(4)),
	SEND(NOP, CONN(1), TIMES(4)),
	PAUSE(20000),
	PAUSE(1000000),
	SEND(NOP, PSN(4), IS(ipv4_ecn, 3), IS(base_ack_req, 1)),
	PAUSE(20000),
	CHECK(check_hint_shared, TIMES(1)),
	DONE,
};

const struct case_def case_hint_unused_share = {
	.clause = HINT_9,
	.also = { HINT_5, HINT_1 },
	.text = "A sender alone is offered what another, silent, leaves unused",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .others = 1, .hint_idle = 400000 },
	.steps = steps,
};
