#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, IS(ipv4_df, 0), IS(ipv4_mf, 1),
	     IS(ipv4_fragment, AXIS(0))),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_enc_fragment_first = {
	.clause = ENC_6,
	.text = "A fragment with more to follow is discarded, even if it looks whole",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY, .family = 4 },
	.axis = { .name = "fragment", .list = AXIS_LIST(0, 1, 185) },
	.steps = steps,
};
