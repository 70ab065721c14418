#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(307200)),   WAIT_QUIET(2000),
	SEND(ACK, CUM_SEEN, ECHO_SEEN), WAIT_QUIET(2000),
	CHECK(check_window_kept),       DONE,
};

const struct case_def case_cc_not_marked = {
	.clause = CC_1,
	.also = { CC_4, CC_6 },
	.text = "Without marks no window is cut",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
