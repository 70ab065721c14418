#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), PAYLOAD(0), IS(W_CUT, AXIS(0)),
	     SEAL(WIRE_SEAL_LENGTHS | WIRE_SEAL_IP | WIRE_SEAL_CRC)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_hdr_short_write = {
	.clause = HDR_3,
	.also = { ENC_10 },
	.text = "A packet too short for the headers of its opcode is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.axis = { .name = "bytes", .from = 4, .to = 28, .step = 4 },
	.steps = steps,
};
