#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH_RANGE(40, AXIS(39)), DROP),
	POST(WRITE, PAYLOAD(204800)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_repairs_are_losses),
	CHECK(check_repairs_are_copies, CLAUSE(RTX_3)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_rtx_burst = {
	.clause = RTX_2,
	.also = { RTX_1, RTX_3 },
	.text = "The device repairs a burst of losses, each packet once",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "packets", .list = AXIS_LIST(2, 16, 64) },
	.steps = steps,
};
