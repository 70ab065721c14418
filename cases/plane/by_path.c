#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(65536)), WAIT_WORK(1, SUCCESS),     CHECK(check_path_planes),
	CHECK(check_planes_equal),   CHECK(check_data_arrived), DONE,
};

const struct case_def case_plane_by_path = {
	.clause = PLANE_1,
	.also = { PATH_1 },
	.text = "Each path leaves by the port and address of its plane, and both planes carry "
		"equal load",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .planes = 2 },
	.steps = steps,
};
