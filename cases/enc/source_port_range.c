#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	CHECK_EVERY(ANY_SEQ, AT_LEAST(udp_sport, 49152)),
	DONE,
};

const struct case_def case_enc_source_port_range = {
	.clause = ENC_3,
	.text = "The device takes its source ports from 49152-65535",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .paths = 8 },
	.steps = steps,
};
