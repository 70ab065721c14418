#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(3), MSN(0), PART(3, 4), PAYLOAD(7)),
	EXPECT(ACK, CUM(-1), SACKED(3), CMSN(0)),
	SEND(WRITE, PSN(2), MSN(0), PART(2, 4), IS(msg_length, 3079)),
	EXPECT(ACK, CUM(-1), SACKED(2, 3), CMSN(0)),
	SEND(WRITE, PSN(1), MSN(0), PART(1, 4), IS(msg_length, 3079)),
	EXPECT(ACK, CUM(-1), SACKED(1, 2, 3), CMSN(0)),
	SEND(WRITE, PSN(0), MSN(0), PART(0, 4), IS(msg_length, 3079)),
	EXPECT(ACK, CUM(3), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_place_reversed = {
	.clause = PLACE_1,
	.also = { PSN_4, STRM_2 },
	.text = "A WRITE whose packets come in reverse is whole",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
