#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(0)),
	SEND(NOP, PSN(2)),
	EXPECT(ACK, CUM(0), SACKED(1), WITHIN(ACK_REACTION)),
	SEND(NOP, PSN(3)), /* in order beyond the gap: opens none */
	SEND(NOP, PSN(6)),
	EXPECT(ACK, CUM(0), SACKED(1, 2, 5), WITHIN(ACK_REACTION)),
	DONE,
};

const struct case_def case_ack_gap_opens = {
	.clause = ACK_2,
	.text = "A packet that opens a gap is acknowledged at once",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_COALESCED },
	.steps = steps,
};
