#include "harness/case.h"

static const struct step steps[] = {
	CHECK(check_setup_refused),
	SEND(WRITE),
	EXPECT(ACK, CUM(0), CLAUSE(ROB_1)),
	DONE,
};

const struct case_def case_life_refused_values = {
	.clause = LIFE_4,
	.also = { ROB_1 },
	.text = "Parameters outside their range are refused at set-up",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
