#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, REL(remote_rkey, REL_RKEY, AXIS(0))),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_place_wrong_rkey = {
	.clause = PLACE_4,
	.also = { ERR_1 },
	.text = "A WRITE with an unknown key is refused with ACCESS and not placed",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "xor", .list = AXIS_LIST(0x1, 0x80, 0x100, 0x10000, 0x80000000) },
	.steps = steps,
};
