#include "harness/case.h"

static const struct step steps[] = {
	/* bit 31: IP length + 1; with the UDP length + 1 both hold the byte that follows the CRC */
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, IS(W_FLIP, 31), FLIP_FIELD(udp_length),
	     SEAL(WIRE_SEAL_IP | WIRE_SEAL_CRC), IS(W_TRAILER, 1)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_enc_bytes_after_crc = {
	.clause = ENC_10,
	.text = "A datagram with a byte behind the checksum is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY, .family = 4 },
	.steps = steps,
};
