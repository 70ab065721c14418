#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0), PART(AXIS(0), 4)),
	EXPECT(ACK, CUM(0), NO_SACK, CMSN(0), STATUS(OK)),
	DONE,
};

/* What the target holds at the end is compared byte by byte. */
const struct case_def case_place_one_of_many = {
	.clause = PLACE_1,
	.also = { PLACE_3, STRM_2 },
	.text = "Any one packet of a WRITE alone is placed and acknowledged, without what comes "
		"before it",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.axis = { .name = "packet", .from = 0, .to = 3 },
	.steps = steps,
};
