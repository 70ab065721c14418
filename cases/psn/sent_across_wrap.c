#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(65536)), WAIT_WORK(1, SUCCESS),     CHECK(check_psn_contiguous),
	CHECK(check_no_repairs),     CHECK(check_data_arrived), DONE,
};

const struct case_def case_psn_sent_across_wrap = {
	.clause = PSN_8,
	.also = { PSN_1 },
	.text = "The device goes on from PSN 2^24-1 with PSN 0",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .has_psn = true, .psn = 0xFFFFF8 },
	.steps = steps,
};
