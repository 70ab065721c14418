#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH(AXIS(0)), DROP),      POST(WRITE, PAYLOAD(32768)),
	WAIT_WORK(1, SUCCESS),           CHECK(check_psn_contiguous),
	CHECK(check_repairs_are_losses), CHECK(check_repaired_by_sack),
	CHECK(check_data_arrived),       DONE,
};

const struct case_def case_psn_lost_at_wrap = {
	.clause = PSN_8,
	.also = { RTX_1, RTX_2 },
	.text = "The device repairs a loss before, at and behind the wrap of its PSN",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .has_psn = true, .psn = 0xFFFFF8 },
	.axis = { .name = "packet", .from = 4, .to = 11 },
	.steps = steps,
};
