#include "harness/case.h"

static const struct step steps[] = {
	SEND(PROBE, IS(W_GROW, AXIS(0)), SEAL(WIRE_SEAL_LENGTHS | WIRE_SEAL_IP | WIRE_SEAL_CRC)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(PROBE),
	EXPECT(ACK, CUM(-1), NO_SACK, ABOUT(0), CMSN(0), STATUS(OK)),
	DONE,
};

const struct case_def case_enc_bytes_in_probe = {
	.clause = ENC_10,
	.also = { HDR_3 },
	.text = "A PROBE with bytes between its headers and the checksum is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "bytes", .list = AXIS_LIST(1, 4, 16) },
	.steps = steps,
};
