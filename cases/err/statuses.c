#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, STREAM(2), PAYLOAD(100)),
	POST(SEND, STREAM(3), PAYLOAD(100)),
	POST(WRITE, STREAM(4), PAYLOAD(100)),
	POST(WRITE, STREAM(6), PAYLOAD(100)),
	POST(WRITE, STREAM(7), PAYLOAD(100)),
	WAIT_SENT(5),
	SEND(ACK, IS(base_psn, 0), CUM(4), ABOUT(2), STATUS(ACCESS), STATUS_MSN(0)),
	WAIT_WORK(1, ACCESS, STREAM(2)),
	SEND(ACK, IS(base_psn, 1), CUM(4), ABOUT(3), STATUS(LENGTH), STATUS_MSN(0)),
	WAIT_WORK(1, LENGTH, STREAM(3)),
	SEND(ACK, IS(base_psn, 2), CUM(4), ABOUT(4), STATUS(INVALID), STATUS_MSN(0)),
	WAIT_WORK(1, INVALID, STREAM(4)),
	SEND(ACK, IS(base_psn, 3), CUM(4), ABOUT(6), STATUS(UNSUPPORTED), STATUS_MSN(0)),
	WAIT_WORK(1, UNSUPPORTED, STREAM(6)),
	SEND(ACK, IS(base_psn, 4), CUM(4), ABOUT(7), STATUS(INTERNAL), STATUS_MSN(0)),
	WAIT_WORK(1, INTERNAL, STREAM(7)),
	DONE,
};

const struct case_def case_err_statuses = {
	.clause = ERR_2,
	.text = "The device ends work with the error that the status names",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
