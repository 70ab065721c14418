#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(7), TIMES(2)),
	EXPECT(ACK, CUM(-1), SACKED(7)),
	SEND(NOP, PSN(1)),
	EXPECT(ACK, CUM(-1), SACKED(1, 7)),
	SEND(NOP, PSN(7)),
	EXPECT(ACK, CUM(-1), SACKED(1, 7)),
	SEND(NOP, PSN(0), TIMES(3)),
	EXPECT(ACK, CUM(1), SACKED(5)),
	SEND(NOP, PSN(300)), /* out of window */
	EXPECT(ACK, CUM(1), SACKED(5)),
	SEND(NOP, PSN(0)), /* behind cum */
	EXPECT(ACK, CUM(1), SACKED(5)),
	SEND(NOP, PSN(2)),
	EXPECT(ACK, CUM(2), SACKED(4)),
	SEND(NOP, PSN(7)),
	EXPECT(ACK, CUM(2), SACKED(4)),
	DONE,
};

const struct case_def case_sack_no_reneging = {
	.clause = SACK_3,
	.also = { PSN_5, SACK_2 },
	.text = "Reordering and duplicates never take back what was acknowledged",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
