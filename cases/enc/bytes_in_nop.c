#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(0), IS(W_GROW, AXIS(0)),
	     SEAL(WIRE_SEAL_LENGTHS | WIRE_SEAL_IP | WIRE_SEAL_CRC)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(NOP, PSN(1)), /* opens a gap: PSN 0 has not been taken */
	EXPECT(ACK, CUM(-1), SACKED(1)),
	DONE,
};

const struct case_def case_enc_bytes_in_nop = {
	.clause = ENC_10,
	.also = { HDR_3 },
	.text = "A NOP with bytes between its headers and the checksum is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.axis = { .name = "bytes", .list = AXIS_LIST(1, 4, 16, 64) },
	.steps = steps,
};
