#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, IS(ipv4_df, 0), IS(ipv4_fragment, AXIS(0))),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_enc_fragment_last = {
	.clause = ENC_6,
	.text = "A last fragment, offset not 0 and nothing to follow, is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY, .family = 4 },
	.axis = { .name = "fragment", .list = AXIS_LIST(1, 185, 4096) },
	.steps = steps,
};
