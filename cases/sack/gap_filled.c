#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(0)),
	EXPECT(ACK, CUM(0), NO_SACK),
	SEND(NOP, PSN(2)),
	EXPECT(ACK, CUM(0), SACKED(1)),
	SEND(NOP, PSN(3)),
	EXPECT(ACK, CUM(0), SACKED(1, 2)),
	SEND(NOP, PSN(4)),
	EXPECT(ACK, CUM(0), SACKED(1, 2, 3)),
	SEND(NOP, PSN(1)),
	EXPECT(ACK, CUM(4), NO_SACK),
	DONE,
};

const struct case_def case_sack_gap_filled = {
	.clause = SACK_1,
	.also = { SACK_2 },
	.text = "When a gap fills, cum passes all that follows it without a hole",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
