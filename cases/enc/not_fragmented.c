#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(3000)),
	POST(SEND, PAYLOAD(1)),
	WAIT_WORK(2, SUCCESS),
	CHECK_EVERY(ANY_SEQ, IS(ipv4_df, 1), IS(ipv4_ihl, 5), IS(ipv4_mf, 0), IS(ipv4_fragment, 0)),
	DONE,
};

const struct case_def case_enc_not_fragmented = {
	.clause = ENC_5,
	.text = "The device sends IPv4 packets with DF, without options and never as fragments",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .family = 4 },
	.steps = steps,
};
