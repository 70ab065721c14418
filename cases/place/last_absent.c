#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0), PAYLOAD(AXIS(0)), IS(msg_last, 0)),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_place_last_absent = {
	.clause = PLACE_6,
	.text = "last missing on the packet that ends its message is refused with INVALID",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "bytes", .list = AXIS_LIST(0, 64, 1024) },
	.steps = steps,
};
