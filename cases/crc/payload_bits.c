#include "harness/case.h"

static const struct step steps[] = {
	/* bits 768 .. 1119 from the IP header on are payload under IPv4 and IPv6 alike */
	SEND(WRITE, PSN(0), MSN(0), IS(W_FLIP, AXIS(0))),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_crc_payload_bits = {
	.clause = CRC_2,
	.also = { CRC_1, PLACE_1 },
	.text = "One wrong bit anywhere in the payload makes the packet discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.axis = { .name = "bit", .list = AXIS_LIST(768, 775, 900, 1023, 1119) },
	.steps = steps,
};
