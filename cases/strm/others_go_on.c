#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, STREAM(0), PAYLOAD(1024)),
	POST(WRITE, STREAM(1), PAYLOAD(1024)),
	WAIT_SENT(2),
	SEND(ACK, IS(base_psn, 0), CUM(-1), SACKED(1), ABOUT(1), CMSN(1)),
	WAIT_WORK(1, SUCCESS, STREAM(1)),
	CHECK(check_no_more_work),
	SEND(ACK, IS(base_psn, 1), CUM(1), ABOUT(0), CMSN(1)),
	WAIT_WORK(1, SUCCESS, STREAM(0)),
	DONE,
};

const struct case_def case_strm_others_go_on = {
	.clause = STRM_3,
	.also = { STRM_5 },
	.text = "The device completes a message of one stream while packets of another are missing",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
