#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), PART(0, 2)),
	SEND(WRITE, PSN(1), MSN(0), PART(1, 2)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(WRITE, PSN(0), MSN(0), PART(0, 2), OTHER_PAYLOAD, IS(base_rtx, 1)),
	EXPECT(ACK, CUM(1), NO_SACK, CMSN(1), STATUS(OK)),
	SEND(WRITE, PSN(1), MSN(0), PART(1, 2), OTHER_PAYLOAD, IS(base_rtx, 1)),
	EXPECT(ACK, CUM(1), NO_SACK, CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_place_late_duplicate = {
	.clause = PLACE_7,
	.also = { PSN_5 },
	.text = "After completion a duplicate of a packet with other content changes nothing",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
