#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, TIMES(10)),
	EXPECT(ACK, CUM(9), NO_SACK),
	SEND(NOP, PSN(266)), /* cum + 257 */
	EXPECT(ACK, CUM(9), NO_SACK),
	SEND(NOP, PSN(265)), /* cum + 256 */
	EXPECT(ACK, CUM(9), SACKED(255)),
	SEND(NOP, PSN(266)), /* still outside */
	EXPECT(ACK, CUM(9), SACKED(255)),
	SEND(NOP, PSN(10)),
	EXPECT(ACK, CUM(10), SACKED(254)),
	SEND(NOP, PSN(266)), /* now inside */
	EXPECT(ACK, CUM(10), SACKED(254, 255)),
	DONE,
};

const struct case_def case_psn_window_slides = {
	.clause = PSN_3,
	.also = { PSN_6, SACK_2 },
	.text = "The window moves with cum, not with the highest PSN received",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
