#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, IS(remote_address, AXIS(0)), PAYLOAD(64)),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_place_range_wraps = {
	.clause = PLACE_4,
	.also = { ROB_1 },
	.text = "A WRITE whose range wraps 2^64 is refused with ACCESS",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "address", .list = AXIS_LIST(-1, -32, -63, -64) },
	.steps = steps,
};
