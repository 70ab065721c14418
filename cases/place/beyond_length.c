#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, IS(msg_offset, AXIS(0)), IS(msg_length, 100), PAYLOAD(64)),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_place_beyond_length = {
	.clause = PLACE_6,
	.text = "Payload beyond the message's length is refused with INVALID and not placed",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "offset", .list = AXIS_LIST(37, 64, 100, 1024) },
	.steps = steps,
};
