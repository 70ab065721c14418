#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(255), MSN(0)),
	EXPECT(ACK, CUM(-1), SACKED(255)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(NOP, PSN(0)), /* cum 0: the window has moved by one */
	EXPECT(ACK, CUM(0), SACKED(254)),
	SEND(NOP, PSN(256)),
	EXPECT(ACK, CUM(0), SACKED(254, 255)),
	DONE,
};

const struct case_def case_psn_window_last = {
	.clause = PSN_3,
	.also = { SACK_2 },
	.text = "The last PSN of the window, 256 beyond cum, is accepted",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
