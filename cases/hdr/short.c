#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(0), IS(W_CUT, AXIS(0)),
	     SEAL(WIRE_SEAL_LENGTHS | WIRE_SEAL_IP | WIRE_SEAL_CRC)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(NOP, PSN(1)), /* opens a gap: PSN 0 has not been taken */
	EXPECT(ACK, CUM(-1), SACKED(1)),
	DONE,
};

/* A NOP is exactly BASE, PATH and CRC, 24 bytes. */
const struct case_def case_hdr_short = {
	.clause = HDR_3,
	.text = "A datagram shorter than BASE, PATH and CRC is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.axis = { .name = "bytes", .list = AXIS_LIST(1, 4, 8, 12, 16, 20) },
	.steps = steps,
};
