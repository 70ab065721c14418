#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), PAYLOAD(AXIS(0)), IS(W_PAD_VALUE, 0xFF)), /* not sealed again */
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0), PAYLOAD(AXIS(0))),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_crc_pad_covered = {
	.clause = CRC_1,
	.also = { CRC_2 },
	.text = "Pad bytes are under the CRC: one changed on the way makes the packet discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.axis = { .name = "bytes", .from = 1, .to = 3 },
	.steps = steps,
};
