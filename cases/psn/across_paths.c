#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PATH(3), MSN(0), PART(3, 4)),   EXPECT(ACK, PATH(3), CUM(0), NO_SACK, CMSN(0)),
	SEND(WRITE, PATH(1), MSN(0), PART(2, 4)),   EXPECT(ACK, PATH(1), CUM(0), NO_SACK, CMSN(0)),
	SEND(WRITE, PATH(2), MSN(0), PART(0, 4)),   EXPECT(ACK, PATH(2), CUM(0), NO_SACK, CMSN(0)),
	SEND(WRITE, PATH(0), MSN(0), PART(1, 4)),   EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)), DONE,
};

const struct case_def case_psn_across_paths = {
	.clause = PSN_4,
	.also = { PLACE_1, PSN_7 },
	.text = "The packets of one message are accepted in any order across paths",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
