#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(EVERY_NTH(7, 3), DROP),
	POST(WRITE, PAYLOAD(204800)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_path_planes),
	CHECK(check_repairs_are_losses, CLAUSE(RTX_2)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_plane_by_path_lossy = {
	.clause = PLANE_1,
	.also = { RTX_2, RTX_3 },
	.text = "Repairs, too, leave by the plane of their path",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .planes = 2 },
	.steps = steps,
};
