#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(100), TIMES(3)),
	WAIT_SENT(2),
	SEND(ACK, IS(base_psn, 0), CUM(0), CMSN(0), STATUS(ACCESS), STATUS_MSN(2)),
	SEND(ACK, IS(base_psn, 1), CUM(1), CMSN(2)),
	WAIT_SENT(3),
	SEND(ACK, IS(base_psn, 2), CUM(2), CMSN(3)),
	WAIT_WORK(3, SUCCESS),
	DONE,
};

const struct case_def case_err_not_sent_yet = {
	.clause = ERR_5,
	.text = "A status about a message that is posted but not sent is ignored",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .msg_window = 2, .mute_peer = true },
	.steps = steps,
};
