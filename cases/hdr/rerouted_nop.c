#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(0), IS(path_rerouted, 1), IS(reroute_orig_path, 1),
	     IS(reroute_orig_psn, 1000)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(NOP, PSN(1)), /* opens a gap: PSN 0 has not been taken */
	EXPECT(ACK, CUM(-1), SACKED(1)),
	DONE,
};

const struct case_def case_hdr_rerouted_nop = {
	.clause = HDR_3,
	.text = "A NOP with the REROUTE header is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .has_psn = true, .psn = 1000, .acks = ACKS_EVERY },
	.steps = steps,
};
