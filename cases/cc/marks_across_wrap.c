#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(307200)),
	WAIT_QUIET(2000),
	SEND(ACK, IS(base_psn, 0), CUM_SEEN, ECHO_SEEN, IS(ackh_ce_count, 0x7fffff)),
	WAIT_QUIET(2000),
	SEND(ACK, IS(base_psn, 1), CUM_SEEN, ECHO_SEEN, IS(ackh_ce_count, 0xfffffe)),
	WAIT_QUIET(2000),
	SEND(ACK, IS(base_psn, 2), CUM_SEEN, ECHO_SEEN, IS(ackh_ce_count, 254)),
	WAIT_QUIET(2000),
	CHECK(check_window_cut_again),
	DONE,
};

const struct case_def case_cc_marks_across_wrap = {
	.clause = CC_6,
	.also = { PSN_8, CC_1 },
	.text = "Marks cut the window again when ce_count has wrapped",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
