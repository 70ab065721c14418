#include "harness/case.h"

static const struct step steps[] = {
	HINT(100000),
	POST(WRITE, PAYLOAD(409600)),
	PAUSE(1000),
	HINT(1000),
	PAUSE(5000),
	HINT(4000000),
	PAUSE(1000),
	HINT(2000),
	PAUSE(5000),
	HINT(100000000),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_no_repairs, CLAUSE(RTX_2)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_hint_jumping = {
	.clause = HINT_6,
	.also = { HINT_7 },
	.text = "Hints that jump up and down neither stall the connection nor end it",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
