#include "harness/case.h"

static const struct step steps[] = {
	/* the header checksum is right: only the CRC can tell */
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, FLIP_FIELD(AXIS(0)), SEAL(WIRE_SEAL_IP)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_crc_covered_ipv4 = {
	.clause = CRC_2,
	.also = { CRC_1 },
	.text = "One wrong bit in an IPv4 field the CRC covers makes the packet discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY, .family = 4 },
	.axis = { .name = "field",
		  .list = AXIS_LIST(ipv4_id, ipv4_reserved, ipv4_df, ipv4_src, ipv4_dst) },
	.steps = steps,
};
