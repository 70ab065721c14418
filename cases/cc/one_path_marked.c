#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(65536)),
	WAIT_QUIET(2000),
	POST(WRITE, PAYLOAD(204800)),
	SEND(ACK, PATH(0), CUM_SEEN, ECHO_SEEN, IS(ackh_ce_count, 32)),
	SEND(ACK, PATH(1), CUM_SEEN, ECHO_SEEN),
	WAIT_QUIET(2000),
	CHECK(check_window_cut, PATH(0), CLAUSE(CC_1)),
	CHECK(check_window_kept, PATH(1)),
	DONE,
};

const struct case_def case_cc_one_path_marked = {
	.clause = CC_3,
	.also = { CC_1, PATH_9 },
	.text = "Marks on one path cut its window and leave the other alone",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 2, .mute_peer = true },
	.steps = steps,
};
