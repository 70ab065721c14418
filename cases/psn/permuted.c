#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(3), MSN(3)),
	EXPECT(ACK, CUM(-1), SACKED(3), CMSN(0)),
	SEND(WRITE, PSN(0), MSN(0)),
	EXPECT(ACK, CUM(0), SACKED(2)),
	EXPECT(ACK, ABOUT(0), CMSN(1)),
	SEND(WRITE, PSN(4), MSN(4)),
	EXPECT(ACK, CUM(0), SACKED(2, 3), CMSN(1)),
	SEND(WRITE, PSN(2), MSN(2)),
	EXPECT(ACK, CUM(0), SACKED(1, 2, 3), CMSN(1)),
	SEND(WRITE, PSN(1), MSN(1)),
	EXPECT(ACK, CUM(4), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(5), STATUS(OK)),
	DONE,
};

const struct case_def case_psn_permuted = {
	.clause = PSN_4,
	.also = { SACK_1, SACK_2, STRM_2 },
	.text = "Packets inside the window are accepted in any order",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
