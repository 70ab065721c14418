#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), PAYLOAD(AXIS(0)), OTHER_PAYLOAD),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0), PAYLOAD(1024)), /* as much as the MTU */
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_hdr_payload_over_mtu = {
	.clause = HDR_3,
	.also = { ENC_10 },
	.text = "A packet with more payload than the MTU is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .mtu = 1024, .acks = ACKS_EVERY },
	.axis = { .name = "bytes", .list = AXIS_LIST(1025, 1028, 2048) },
	.steps = steps,
};
