#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, IS(msg_offset, AXIS(0)), IS(msg_length, 1000), IS(msg_last, 0), PAYLOAD(1024),
	     AT(0)),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_place_beyond_length_full = {
	.clause = PLACE_6,
	.also = { PLACE_3 },
	.text = "A full packet, not the last, that reaches beyond the message's length is refused",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "offset", .list = AXIS_LIST(0, 1024, 0x7FFFFC00, 0xFFFFFC00) },
	.steps = steps,
};
