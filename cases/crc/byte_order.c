#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, IS(W_SWAP_CRC, 1)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_crc_byte_order = {
	.clause = CRC_2,
	.also = { CRC_1 },
	.text = "A CRC sent most significant byte first is wrong: the packet is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.steps = steps,
};
