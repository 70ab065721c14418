#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0), PAYLOAD(0), IS(msg_offset, AXIS(0)), IS(msg_length, 2048),
	     IS(msg_last, 0)),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_place_no_payload = {
	.clause = PLACE_6,
	.text = "A packet without payload in a message that is not empty is refused with INVALID",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "offset", .list = AXIS_LIST(0, 1024) },
	.steps = steps,
};
