#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(EVERY_NTH(5, 2), DROP),
	POST(WRITE, PAYLOAD(204800)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_no_path_fails),
	CHECK(check_repairs_are_losses, CLAUSE(RTX_2)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_path_loss_fails_none = {
	.clause = PATH_5,
	.also = { RTX_2 },
	.text = "No path fails while what is lost on it is repaired",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
