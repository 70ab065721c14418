#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PAYLOAD(1024), TIMES(60)),
	EXPECT(ACK, CUM(59)),
	EXPECT(ACK, ABOUT(0), CMSN(60)),
	DONE,
};

/* The monitor looks for such frames in every case. */
const struct case_def case_enc_no_pause_frames = {
	.clause = ENC_7,
	.also = { ENC_8 },
	.text = "The device emits no pause frame while it receives",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .msg_window = 64 },
	.steps = steps,
};
