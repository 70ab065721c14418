#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0), PART(0, 2), IS(msg_last, 1)),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_place_last_early = {
	.clause = PLACE_6,
	.text = "last on a packet that does not end its message is refused with INVALID",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
