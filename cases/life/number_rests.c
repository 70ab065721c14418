#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE),
	EXPECT(ACK, CUM(0)),
	CALL(CLOSE), /* from here on the number rests */
	EXPECT(CLOSE, IS(closeh_reason, 0)),
	WAIT_CLOSED,
	CHECK(check_number_rests),
	DONE,
};

const struct case_def case_life_number_rests = {
	.clause = LIFE_2,
	.also = { LIFE_1 },
	.text = "The number of a closed connection is not given out again within id_quarantine",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
