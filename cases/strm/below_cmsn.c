#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(WRITE, MSN(AXIS(0)), OTHER_PAYLOAD),
	EXPECT(ACK, CUM(1), NO_SACK, CMSN(1), STATUS(OK)),
	SEND(WRITE, MSN(AXIS(0)), WRONG_RKEY),
	EXPECT(ACK, CUM(2), NO_SACK, CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_strm_below_cmsn = {
	.clause = STRM_2,
	.also = { PLACE_7, PSN_8 },
	.text = "A message below cmsn is complete: its packets are acknowledged and ignored",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "msn", .list = AXIS_LIST(0, -1, -64, -65536, -2147483000) },
	.steps = steps,
};
