#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, TIMES(4)),
	SEND(NOP, CONN(1), TIMES(4)),
	PAUSE(20000),
	SEND(NOP, IS(base_ack_req, 1)),
	SEND(NOP, CONN(1), IS(base_ack_req, 1)),
	PAUSE(20000),
	CHECK(check_hint_shared, TIMES(2)),
	DONE,
};

const struct case_def case_hint_shared = {
	.clause = HINT_1,
	.also = { HINT_2 },
	.text = "Each of several senders is told its equal share of link_rate",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .others = 1, .hint_idle = 400000 },
	.steps = steps,
};
