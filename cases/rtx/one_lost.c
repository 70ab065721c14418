#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH(AXIS(0)), DROP),    POST(WRITE, PAYLOAD(49152)),
	WAIT_WORK(1, SUCCESS),         CHECK(check_repairs_are_losses, CLAUSE(RTX_2)),
	CHECK(check_repaired_by_sack), CHECK(check_repairs_are_copies, CLAUSE(RTX_3)),
	CHECK(check_data_arrived),     DONE,
};

/* 48 packets: behind each of these at least one arrives. */
const struct case_def case_rtx_one_lost = {
	.clause = RTX_1,
	.also = { RTX_2, RTX_3 },
	.text = "The device repairs one lost packet by what the SACK shows, and nothing else",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1 },
	.axis = { .name = "packet", .list = AXIS_LIST(0, 1, 2, 15, 16, 31, 32, 45, 46) },
	.steps = steps,
};
