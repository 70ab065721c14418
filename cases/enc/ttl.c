#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, IS(ipv4_ttl, AXIS(0))),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_enc_ttl = {
	.clause = ENC_11,
	.also = { CRC_3 },
	.text = "Any TTL or hop limit of at least 1 is taken",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.axis = { .name = "ttl", .list = AXIS_LIST(1, 2, 63, 64, 128, 255) },
	.steps = steps,
};
