#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(LAST_OF(0), DROP),
	POST(WRITE, PAYLOAD(AXIS(0))),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_repairs_are_losses, CLAUSE(RTX_2)),
	CHECK(check_repaired_by_timer, CLAUSE(RTX_5)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_rtx_tail = {
	.clause = RTX_7,
	.also = { RTX_2, RTX_5 },
	.text = "The device repairs the lost last packet of a burst by its timer",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1 },
	.axis = { .name = "bytes", .list = AXIS_LIST(1, 2048, 40960) },
	.steps = steps,
};
