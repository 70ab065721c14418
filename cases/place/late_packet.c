#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0), PART(0, 2)),
	SEND(WRITE, MSN(0), PART(1, 2)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(WRITE, MSN(0), PART(0, 2), OTHER_PAYLOAD),
	EXPECT(ACK, CUM(2), NO_SACK, CMSN(1), STATUS(OK)),
	SEND(WRITE, PATH(1), MSN(0), PART(1, 2), OTHER_PAYLOAD, IS(base_rtx, 1)),
	EXPECT(ACK, PATH(1), CUM(0), NO_SACK, CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_place_late_packet = {
	.clause = PLACE_7,
	.also = { STRM_2 },
	.text = "After completion a further packet of the message, under a new PSN, changes "
		"nothing",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
