#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(ALWAYS_NTH(0), DROP),
	POST(WRITE, PAYLOAD(307200)),
	EXPECT(ANY_SEQ, PSN(255)),
	PAUSE(3000),
	CHECK_NEVER(ANY_SEQ, PSN(256)),
	CHECK(check_window_256),
	DONE,
};

/* The first packet never arrives, all others are acknowledged at once: only the window stops it. */
const struct case_def case_psn_window = {
	.clause = PSN_2,
	.also = { PSN_8 },
	.text = "The device sends nothing more than 256 beyond the cumulative acknowledgement",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .has_psn = true, .psn = 0xFFFFC0 },
	.steps = steps,
};
