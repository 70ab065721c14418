#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(4),
	SEND(ACK, IS(base_psn, AXIS(0)), CUM(0), CMSN(0)),
	SEND(ACK, IS(base_psn, AXIS(-1)), CUM(3), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_no_repairs),
	DONE,
};

const struct case_def case_sack_stale_counts = {
	.clause = SACK_4,
	.text = "The device takes the acknowledgements and the stream report of an older ACK",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.axis = { .name = "number", .list = AXIS_LIST(1, 5, 4194304) },
	.steps = steps,
};
