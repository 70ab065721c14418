#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(0), FLIP_FIELD(base_pad), SEAL(WIRE_SEAL_CRC)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0), PAYLOAD(0), FLIP_FIELD(base_pad), SEAL(WIRE_SEAL_CRC)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_enc_pad_without_payload = {
	.clause = ENC_10,
	.also = { HDR_3 },
	.text = "A pad count greater than the bytes there are makes a packet discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.steps = steps,
};
