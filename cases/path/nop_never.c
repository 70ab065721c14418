#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(EVERY_NTH(3, 0), CE),
	POST(WRITE, PAYLOAD(65536)),
	POST(SEND, PAYLOAD(3000), TIMES(4)),
	WAIT_WORK(5, SUCCESS),
	CHECK_NEVER(NOP, IS(base_rtx, 1)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_path_nop_never = {
	.clause = PATH_12,
	.also = { PATH_13 },
	.text = "While nothing is lost no NOP is sent",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
