#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(102400)),
	PFC_FRAME(65535),
	POST(SEND, PAYLOAD(3000), TIMES(4)),
	PFC_FRAME(65535),
	PFC_FRAME(0),
	WAIT_WORK(5, SUCCESS),
	CHECK(check_data_arrived),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	DONE,
};

const struct case_def case_enc_pfc_frames_sending = {
	.clause = ENC_8,
	.also = { STRM_4 },
	.text = "What the device sends arrives whole though priority flow control frames come",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
