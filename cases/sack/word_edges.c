#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(AXIS(0))),
	EXPECT(ACK, CUM(-1), SACKED(AXIS(0))),
	SEND(NOP, PSN(AXIS(1))),
	EXPECT(ACK, CUM(-1), SACKED(AXIS(0), AXIS(1))),
	SEND(NOP, PSN(0)),
	EXPECT(ACK, CUM(0), SACKED(AXIS(-1), AXIS(0))),
	SEND(NOP, PSN(1)),
	EXPECT(ACK, CUM(1), SACKED(AXIS(-2), AXIS(-1))),
	DONE,
};

const struct case_def case_sack_word_edges = {
	.clause = SACK_2,
	.also = { SACK_1 },
	.text = "Bits on both sides of a word boundary move right as cum advances by one",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "bit",
		  .list = AXIS_LIST(7, 8, 15, 31, 32, 63, 64, 127, 128, 191, 192, 254) },
	.steps = steps,
};
