#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, AT(AXIS(0)), PAYLOAD(64)),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_place_range_before = {
	.clause = PLACE_4,
	.also = { PLACE_3 },
	.text = "A WRITE that begins before its region is refused with ACCESS",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .region = 8192 },
	.axis = { .name = "offset", .list = AXIS_LIST(-1, -63, -64, -4096) },
	.steps = steps,
};
