#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, IS(W_CUT, AXIS(0)),
	     SEAL(WIRE_SEAL_LENGTHS | WIRE_SEAL_IP | WIRE_SEAL_CRC)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

/* The pad count says 0 and the payload ends off a multiple of 4. */
const struct case_def case_enc_unpadded = {
	.clause = ENC_10,
	.text = "A datagram that is no multiple of 4 bytes long is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.axis = { .name = "bytes", .from = 1, .to = 3 },
	.steps = steps,
};
