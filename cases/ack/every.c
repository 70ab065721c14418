#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, TIMES(64)),
	EXPECT(ACK, CUM(63), NO_SACK),
	SEND(NOP, PATH(1), TIMES(64)), /* counted per path */
	EXPECT(ACK, PATH(1), CUM(63), NO_SACK),
	DONE,
};

const struct case_def case_ack_every = {
	.clause = ACK_3,
	.text = "An ACK comes after ack_every packets of a path at the latest",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .acks = ACKS_COALESCED },
	.steps = steps,
};
