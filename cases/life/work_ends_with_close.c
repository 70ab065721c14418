#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(1024)),
	WAIT_SENT(1),
	SEND(CLOSE, PATH(AXIS(0))),
	WAIT_WORK(1, PEER_CLOSED),
	WAIT_CLOSED,
	QUIET(1000, KINDS_SEQ | 1u << PKT_CLOSE),
	DONE,
};

const struct case_def case_life_work_ends_with_close = {
	.clause = LIFE_2,
	.also = { STRM_4 },
	.text = "The peer's CLOSE ends work under way in error, unanswered",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 2, .mute_peer = true },
	.axis = { .name = "path", .from = 0, .to = 1 },
	.steps = steps,
};
