#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, IS(W_SOURCE, 1)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_hdr_source_address = {
	.clause = HDR_3,
	.text = "A packet from an address that is not the peer's is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.steps = steps,
};
