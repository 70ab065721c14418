#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, FLIP_FIELD(AXIS(0)), SEAL(WIRE_SEAL_IP)), /* the CRC is that of before */
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_crc_masked_ipv4 = {
	.clause = CRC_3,
	.also = { CRC_1 },
	.text = "An IPv4 field the CRC leaves out may change on the way",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .family = 4 },
	.axis = { .name = "field", .list = AXIS_LIST(ipv4_dscp, ipv4_ecn, ipv4_ttl) },
	.steps = steps,
};
