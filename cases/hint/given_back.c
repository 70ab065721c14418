#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, TIMES(4)),
	SEND(NOP, CONN(1), TIMES(4)),
	PAUSE(20000),
	SEND(NOP, IS(base_ack_req, 1)),
	SEND(NOP, CONN(1), IS(base_ack_req, 1)),
	PAUSE(20000),
	CHECK(check_hint_shared, TIMES(2), CLAUSE(HINT_1)),
	PAUSE(1000000),
	SEND(NOP, TIMES(4)),
	PAUSE(20000),
	SEND(NOP, IS(base_ack_req, 1)),
	PAUSE(20000),
	CHECK(check_hint_shared, TIMES(1)),
	DONE,
};

/* 1 s is more than twice hint_idle. */
const struct case_def case_hint_given_back = {
	.clause = HINT_5,
	.also = { HINT_1, HINT_9 },
	.text = "The share of a sender fallen silent goes back to the other",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .others = 1, .hint_idle = 400000 },
	.steps = steps,
};
