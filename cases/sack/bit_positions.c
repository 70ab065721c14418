#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(AXIS(0)), MSN(0)),
	EXPECT(ACK, CUM(-1), SACKED(AXIS(0))),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_sack_bit_positions = {
	.clause = SACK_2,
	.also = { SACK_1, PSN_3 },
	.text = "One packet beyond a gap sets exactly its own bit, at every position",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "bit", .from = 1, .to = 255 },
	.steps = steps,
};
