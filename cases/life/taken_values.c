#include "harness/case.h"

static const struct step steps[] = {
	CHECK(check_setup_taken),
	SEND(WRITE),
	EXPECT(ACK, CUM(0), CLAUSE(ROB_1)),
	DONE,
};

const struct case_def case_life_taken_values = {
	.clause = LIFE_4,
	.also = { ROB_1 },
	.text = "What the device says it can do is taken at set-up",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
