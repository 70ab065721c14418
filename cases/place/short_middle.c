#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0), PAYLOAD(AXIS(0)), IS(msg_length, 3072)),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_place_short_middle = {
	.clause = PLACE_6,
	.text = "A packet that is not last and carries less than the MTU is refused with INVALID",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "bytes", .list = AXIS_LIST(1, 512, 1020, 1023) },
	.steps = steps,
};
