#include "harness/case.h"

static const struct step steps[] = {
	SEND(CLOSE, IS(W_NO_CRC, 1)),
	SEND(CLOSE, IS(W_SOURCE, 1)),
	SEND(CLOSE, FLIP_FIELD(base_partition), SEAL(WIRE_SEAL_CRC)),
	PAUSE(1000),
	SEND(WRITE),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_life_forged_close = {
	.clause = LIFE_2,
	.also = { CRC_2, HDR_3 },
	.text = "A CLOSE with a wrong CRC, or not from the peer, ends nothing",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
