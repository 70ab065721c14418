#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), PART(0, 2)),
	EXPECT(ACK, CUM(0), CMSN(0)),
	SEND(WRITE, PSN(0), MSN(0), PART(0, 2), OTHER_PAYLOAD), /* the message is still open */
	EXPECT(ACK, CUM(0), NO_SACK, CMSN(0)),
	SEND(WRITE, PSN(0), MSN(1), PAYLOAD(40)), /* even as another message */
	EXPECT(ACK, CUM(0), NO_SACK, CMSN(0)),
	SEND(WRITE, PSN(1), MSN(0), PART(1, 2)),
	EXPECT(ACK, CUM(1), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_psn_duplicate_payload = {
	.clause = PSN_5,
	.also = { PLACE_7 },
	.text = "A duplicate with other content has no effect: the first one stands",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
