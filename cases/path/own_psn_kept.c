#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(WHOLE_PATH(0), DROP),
	IMPAIR(COPIES_ON(-1), DROP),
	POST(WRITE, PAYLOAD(8192)),
	WAIT_SENT(18),
	HEAL,
	IMPAIR(COPIES_ON(-1), DROP),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_no_nop_for_packet),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_path_own_psn_kept = {
	.clause = PATH_12,
	.also = { PATH_8 },
	.text = "A path that returns repairs under each PSN the packet first sent under it, by no "
		"NOP",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .rto = RTO_SHORT, .paths = 2 },
	.steps = steps,
};
