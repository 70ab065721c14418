#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH(10), DROP),
	IMPAIR(NTH(11), DROP),
	IMPAIR(REPAIR_OF_NTH(10, 1), DROP),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_repairs_are_losses, CLAUSE(RTX_2)),
	CHECK(check_repaired_by_sack),
	DONE,
};

/* Nothing new is sent after the repairs: only ts_echo tells. */
const struct case_def case_rtx_repair_lost_echoed = {
	.clause = RTX_13,
	.also = { RTX_1, RTX_2 },
	.text = "The device sees a lost repair by the echo of a later repair",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1 },
	.steps = steps,
};
