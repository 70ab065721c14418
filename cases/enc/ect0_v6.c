#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH(1), DROP),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	CHECK_EVERY(ANY_SEQ, IS(ipv6_ecn, 2)),
	DONE,
};

const struct case_def case_enc_ect0_v6 = {
	.clause = ENC_4,
	.text = "The device marks every sequenced packet ECT(0), a repair as well",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .family = 6 },
	.steps = steps,
};
