#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(0)),
	EXPECT(ACK, IS(ackh_cum_psn, 0xFFFFFE), NO_SACK),
	SEND(NOP, IS(base_psn, 0)), /* 0xFFFFFF is missing */
	EXPECT(ACK, IS(ackh_cum_psn, 0xFFFFFE), SACKED(1)),
	SEND(NOP, IS(base_psn, 0xFE)), /* 0xFFFFFE + 256 */
	EXPECT(ACK, IS(ackh_cum_psn, 0xFFFFFE), SACKED(1, 255)),
	SEND(NOP, IS(base_psn, 0xFF)), /* out of window */
	EXPECT(ACK, IS(ackh_cum_psn, 0xFFFFFE), SACKED(1, 255)),
	SEND(NOP, IS(base_psn, 0xFFFFFF)),
	EXPECT(ACK, IS(ackh_cum_psn, 0), SACKED(253)),
	SEND(NOP, IS(base_psn, 0xFFFFFF)), /* a duplicate from before the wrap */
	EXPECT(ACK, IS(ackh_cum_psn, 0), SACKED(253)),
	DONE,
};

const struct case_def case_psn_wrap_gap = {
	.clause = PSN_8,
	.also = { SACK_1, SACK_2, PSN_3 },
	.text = "A gap at the wrap is reported and filled like any other",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .has_psn = true, .psn = 0xFFFFFE },
	.steps = steps,
};
