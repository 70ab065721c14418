#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, IS(ipv4_dscp, AXIS(0))),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_enc_dscp = {
	.clause = ENC_11,
	.also = { CRC_3 },
	.text = "Any DSCP is taken",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.axis = { .name = "dscp", .list = AXIS_LIST(0, 1, 8, 26, 32, 46, 63) },
	.steps = steps,
};
