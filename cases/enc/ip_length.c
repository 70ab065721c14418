#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, FLIP_FIELD(ipv4_length), IS(W_TRAILER, 1),
	     SEAL(WIRE_SEAL_IP | WIRE_SEAL_CRC)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_enc_ip_length = {
	.clause = ENC_10,
	.text = "A datagram whose IP length is not what its UDP length says is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY, .family = 4 },
	.steps = steps,
};
