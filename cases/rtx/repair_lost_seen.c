#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH(5), DROP),
	IMPAIR(REPAIR_OF_NTH(5, 1), DROP),
	POST(WRITE, PAYLOAD(131072)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_repairs_are_losses, CLAUSE(RTX_2)),
	CHECK(check_repaired_by_sack),
	DONE,
};

const struct case_def case_rtx_repair_lost_seen = {
	.clause = RTX_13,
	.also = { RTX_2 },
	.text = "The device sees a lost repair by what was sent later and arrived, without its "
		"timer",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1 },
	.steps = steps,
};
