#include "harness/case.h"

/* All that was sent is acknowledged; the first time as marked throughout. */
#define ROUND SEND(ACK, CUM_SEEN, ECHO_SEEN, IS(ackh_ce_count, 32)), WAIT_QUIET(2000)

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(614400)),
	WAIT_QUIET(2000),
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	ROUND,
	CHECK(check_window_grows),
	CHECK(check_no_repairs, CLAUSE(RTX_2)),
	DONE,
};

const struct case_def case_cc_grows_slowly = {
	.clause = CC_2,
	.also = { RTX_2 },
	.text = "A window once cut grows by one packet a round trip at most, and grows",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
