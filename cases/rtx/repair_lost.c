#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH(5), DROP),
	IMPAIR(REPAIR_OF_NTH(5, 1), DROP),
	POST(WRITE, PAYLOAD(65536)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_repairs_are_losses, CLAUSE(RTX_2)),
	CHECK(check_repairs_are_copies, CLAUSE(RTX_3)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_rtx_repair_lost = {
	.clause = RTX_7,
	.also = { RTX_2, RTX_3 },
	.text = "The device repairs a packet whose repairs are lost as well",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1 },
	.steps = steps,
};
