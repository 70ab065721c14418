#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(EVERY_NTH(5, 2), DROP),
	POST(WRITE, PAYLOAD(65536)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_repairs_are_losses, CLAUSE(RTX_2)),
	DONE,
};

const struct case_def case_enc_flow_label_of_repairs = {
	.clause = ENC_16,
	.also = { RTX_2 },
	.text = "Repairs carry the flow label of their path, too",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .family = 6 },
	.steps = steps,
};
