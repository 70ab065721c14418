#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0), PAYLOAD(0), IS(msg_offset, 1024), IS(msg_length, 1024),
	     IS(msg_last, 1)),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_place_no_payload_last = {
	.clause = PLACE_6,
	.text = "An empty last packet at the end of a message that is not empty is refused with "
		"INVALID",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
