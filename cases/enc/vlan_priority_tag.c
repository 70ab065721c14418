#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, IS(W_VLAN, 0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(WRITE),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	DONE,
};

const struct case_def case_enc_vlan_priority_tag = {
	.clause = ENC_11,
	.text = "A packet with VLAN id 0, a priority tag alone, is taken",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
