#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, FLIP_FIELD(udp_dport), SEAL(WIRE_SEAL_CRC)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_enc_other_port = {
	.clause = ENC_1,
	.text = "A datagram to another UDP port is no packet of the profile and has no effect",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.steps = steps,
};
