#include "harness/case.h"

static const struct step steps[] = {
	SEND(PROBE, IS(W_NO_CRC, 0x100)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(PROBE),
	EXPECT(ACK, CUM(-1), NO_SACK, STATUS(OK)),
	DONE,
};

const struct case_def case_crc_bad_probe = {
	.clause = CRC_2,
	.also = { PROBE_1 },
	.text = "A PROBE with a wrong CRC gets no answer",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
