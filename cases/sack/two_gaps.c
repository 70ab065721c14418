#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(2)),
	EXPECT(ACK, CUM(-1), SACKED(2)),
	SEND(NOP, PSN(5)),
	EXPECT(ACK, CUM(-1), SACKED(2, 5)),
	SEND(NOP, PSN(4)), /* part of the second gap */
	EXPECT(ACK, CUM(-1), SACKED(2, 4, 5)),
	SEND(NOP, PSN(0)), /* part of the first */
	EXPECT(ACK, CUM(0), SACKED(1, 3, 4)),
	SEND(NOP, PSN(3)), /* all of the second */
	EXPECT(ACK, CUM(0), SACKED(1, 2, 3, 4)),
	SEND(NOP, PSN(1)),
	EXPECT(ACK, CUM(5), NO_SACK),
	DONE,
};

const struct case_def case_sack_two_gaps = {
	.clause = SACK_2,
	.also = { SACK_1 },
	.text = "Several gaps are reported at once, and each is filled by itself",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
