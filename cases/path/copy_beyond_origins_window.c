#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PATH(1), PSN(0), MSN(0), IS(path_rerouted, 1), IS(reroute_orig_path, 0),
	     REL(reroute_orig_psn, REL_PSN, AXIS(0))),
	EXPECT(ACK, PATH(1), CUM(-1), NO_SACK),
	SEND(WRITE, PATH(1), PSN(0), MSN(0)),
	EXPECT(ACK, PATH(1), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_path_copy_beyond_origins_window = {
	.clause = PATH_7,
	.also = { PSN_6 },
	.text = "A rerouted packet whose original lies beyond its window is out of window",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.axis = { .name = "psn", .list = AXIS_LIST(256, 257, 4096) },
	.steps = steps,
};
