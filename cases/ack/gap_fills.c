#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(3)),
	EXPECT(ACK, CUM(-1), SACKED(3), WITHIN(ACK_REACTION)),
	SEND(NOP, PSN(1)), /* splits the gap */
	EXPECT(ACK, CUM(-1), SACKED(1, 3), WITHIN(ACK_REACTION)),
	SEND(NOP, PSN(0)),
	EXPECT(ACK, CUM(1), SACKED(1), WITHIN(ACK_REACTION)),
	SEND(NOP, PSN(2)),
	EXPECT(ACK, CUM(3), NO_SACK, WITHIN(ACK_REACTION)),
	DONE,
};

const struct case_def case_ack_gap_fills = {
	.clause = ACK_2,
	.also = { SACK_1, SACK_2 },
	.text = "A packet that fills a gap, or a part of one, is acknowledged at once",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_COALESCED },
	.steps = steps,
};
