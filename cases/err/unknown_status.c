#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(100)),
	WAIT_SENT(1),
	SEND(ACK, CUM(0), IS(ackh_status, AXIS(0)), STATUS_MSN(0)),
	WAIT_WORK(1, INTERNAL),
	DONE,
};

const struct case_def case_err_unknown_status = {
	.clause = ERR_2,
	.text = "The device takes a status it does not know for INTERNAL",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.axis = { .name = "status", .list = AXIS_LIST(8, 9, 16, 128, 255) },
	.steps = steps,
};
