#include "harness/case.h"

static const struct step steps[] = {
	SEND(PROBE),
	EXPECT(ACK, IS(ackh_cum_psn, 0xFFFFFF), NO_SACK),
	SEND(NOP, IS(base_psn, 1)),
	EXPECT(ACK, IS(ackh_cum_psn, 0xFFFFFF), SACKED(1)),
	SEND(NOP, IS(base_psn, 0)),
	EXPECT(ACK, IS(ackh_cum_psn, 1), NO_SACK),
	DONE,
};

const struct case_def case_psn_first_zero = {
	.clause = PSN_8,
	.also = { SACK_1 },
	.text = "With initial_psn 0 nothing received is reported as 0xFFFFFF",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .has_psn = true, .psn = 0 },
	.steps = steps,
};
