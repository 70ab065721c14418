#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PAYLOAD(AXIS(0)), IS(W_PAD_VALUE, 0xFF), SEAL(WIRE_SEAL_CRC)),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_hdr_pad_ignored = {
	.clause = HDR_2,
	.also = { PLACE_3 },
	.text = "Pad bytes that are not zero are ignored and written nowhere",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "bytes", .from = 1, .to = 3 },
	.steps = steps,
};
