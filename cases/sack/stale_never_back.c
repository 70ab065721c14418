#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(4),
	SEND(ACK, IS(base_psn, 5), CUM(3), CMSN(0)),
	SEND(ACK, IS(base_psn, 4), CUM(0), CMSN(0), SACKED(1, 2)),
	QUIET(2000, KINDS_SEQ),
	SEND(ACK, IS(base_psn, 6), CUM(3), CMSN(1)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_no_repairs),
	DONE,
};

const struct case_def case_sack_stale_never_back = {
	.clause = SACK_4,
	.text = "The device takes nothing back for an older ACK with less in it",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
