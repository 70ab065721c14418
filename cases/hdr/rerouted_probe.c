#include "harness/case.h"

static const struct step steps[] = {
	SEND(PROBE, IS(path_rerouted, 1), IS(reroute_orig_path, 1), IS(reroute_orig_psn, 1000)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(PROBE),
	EXPECT(ACK, CUM(-1), NO_SACK, STATUS(OK)),
	DONE,
};

const struct case_def case_hdr_rerouted_probe = {
	.clause = HDR_3,
	.text = "A PROBE with the REROUTE header is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .has_psn = true, .psn = 1000 },
	.steps = steps,
};
