#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, IS(path_rerouted, 1),
	     IS(reroute_orig_path, AXIS(0)), IS(reroute_orig_psn, 1000)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_hdr_orig_path = {
	.clause = HDR_3,
	.also = { PATH_7 },
	.text = "A rerouted packet that names an original path the connection does not have is "
		"discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 4, .has_psn = true, .psn = 1000, .acks = ACKS_EVERY },
	.axis = { .name = "path", .list = AXIS_LIST(4, 5, 64, 255) },
	.steps = steps,
};
