#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(AXIS(0)), MSN(1), PART(1, 3)),
	EXPECT(ACK, CUM(-1), SACKED(AXIS(0)), CMSN(0), STATUS(OK)),
	DONE,
};

const struct case_def case_place_beyond_gap = {
	.clause = PLACE_1,
	.also = { PSN_4, PLACE_3 },
	.text = "A packet beyond a gap is placed before what is missing comes",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "psn", .list = AXIS_LIST(1, 64, 255) },
	.steps = steps,
};
