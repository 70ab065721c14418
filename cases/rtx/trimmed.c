#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH(AXIS(0)), TRIM),
	POST(WRITE, PAYLOAD(16384)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_repairs_are_losses, CLAUSE(RTX_2)),
	CHECK(check_repaired_by_sack),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_rtx_trimmed = {
	.clause = RTX_1,
	.also = { RTX_2 },
	.text = "The device repairs a packet that a switch has cut to its headers",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1 },
	.axis = { .name = "packet", .list = AXIS_LIST(0, 7, 14) },
	.steps = steps,
};
