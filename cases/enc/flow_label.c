#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(65536)),
	POST(SEND, PAYLOAD(1000)),
	WAIT_WORK(2, SUCCESS),
	CHECK(check_source_ports, CLAUSE(ENC_2)),
	DONE,
};

/* The monitor compares the labels. */
const struct case_def case_enc_flow_label = {
	.clause = ENC_16,
	.also = { ENC_2 },
	.text = "The IPv6 flow label of a path stays while its source port does",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .family = 6 },
	.steps = steps,
};
