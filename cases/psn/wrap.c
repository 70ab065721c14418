#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, TIMES(2)),
	EXPECT(ACK, IS(ackh_cum_psn, 0xFFFFFF), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(2)),
	SEND(WRITE),
	EXPECT(ACK, IS(ackh_cum_psn, 0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(3)),
	SEND(WRITE, TIMES(3)),
	EXPECT(ACK, IS(ackh_cum_psn, 3), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(6), STATUS(OK)),
	DONE,
};

const struct case_def case_psn_wrap = {
	.clause = PSN_8,
	.also = { SACK_1 },
	.text = "Sequence numbers go on across the wrap from 0xFFFFFF to 0",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .has_psn = true, .psn = 0xFFFFFE },
	.steps = steps,
};
