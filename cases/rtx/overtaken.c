#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR_US(NTH(AXIS(0)), DELAY, 500), POST(WRITE, PAYLOAD(49152)), WAIT_WORK(1, SUCCESS),
	CHECK(check_repairs_are_losses),     CHECK(check_data_arrived),   DONE,
};

const struct case_def case_rtx_overtaken = {
	.clause = RTX_6,
	.also = { RTX_2 },
	.text = "The device survives a packet overtaken by later ones of its path",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1 },
	.axis = { .name = "packet", .list = AXIS_LIST(0, 5, 46) },
	.steps = steps,
};
