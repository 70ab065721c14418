#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(3000)),
	WAIT_WORK(1, SUCCESS),
	CHECK_EVERY(ANY_SEQ, IS(ipv4_id, 0)),
	DONE,
};

const struct case_def case_enc_identification = {
	.clause = ENC_13,
	.text = "The device sends IPv4 packets with identification 0",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .family = 4 },
	.steps = steps,
};
