#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP),
	EXPECT(ACK, CUM(0), NO_SACK, WITHIN(ACK_DELAY)),
	SEND(NOP, PATH(2)),
	EXPECT(ACK, PATH(2), CUM(0), NO_SACK, WITHIN(ACK_DELAY)),
	DONE,
};

const struct case_def case_ack_delay = {
	.clause = ACK_3,
	.text = "An ACK comes ack_delay after the first unacknowledged packet at the latest",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .acks = ACKS_COALESCED },
	.steps = steps,
};
