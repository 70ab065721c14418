#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0), PART(0, 2)),
	PFC_FRAME(65535),
	SEND(WRITE, MSN(0), PART(1, 2)),
	PFC_FRAME(0),
	SEND(WRITE, MSN(1)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	DONE,
};

const struct case_def case_enc_pfc_frames_receiving = {
	.clause = ENC_8,
	.also = { PLACE_1 },
	.text = "What the device receives is placed and acknowledged though priority flow control "
		"frames come",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
