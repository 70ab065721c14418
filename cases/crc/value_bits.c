#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, IS(W_NO_CRC, AXIS(0))),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_crc_value_bits = {
	.clause = CRC_2,
	.also = { CRC_1 },
	.text = "One wrong bit in the CRC itself makes the packet discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.axis = { .name = "xor",
		  .list = AXIS_LIST(0x1, 0x80, 0x100, 0x8000, 0x10000, 0x800000, 0x1000000,
				    0x80000000, 0xFFFFFFFF) },
	.steps = steps,
};
