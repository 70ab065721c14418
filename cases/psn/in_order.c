#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PATH(0), TIMES(20)),
	EXPECT(ACK, PATH(0), CUM(19), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(20), STATUS(OK)),
	SEND(WRITE, PATH(1), TIMES(20)),
	EXPECT(ACK, PATH(1), CUM(19), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(40), STATUS(OK)),
	SEND(WRITE, PATH(2), TIMES(5)),
	EXPECT(ACK, PATH(2), CUM(4), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(45), STATUS(OK)),
	SEND(WRITE, PATH(3), TIMES(1)),
	EXPECT(ACK, PATH(3), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(46), STATUS(OK)),
	DONE,
};

const struct case_def case_psn_in_order = {
	.clause = PSN_3,
	.also = { SACK_1, PSN_7 },
	.text = "Packets in order on every path are accepted once each",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
