#include "harness/case.h"

static const struct step steps[] = {
	/* were the number taken modulo 4 or cut, this PSN would fit */
	SEND(WRITE, IS(base_psn, 1000), MSN(0), OTHER_PAYLOAD, IS(path_id, AXIS(0)),
	     IS(W_SPORT, 50000)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_hdr_path_id = {
	.clause = HDR_3,
	.text = "A packet of a path the connection does not have is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 4, .has_psn = true, .psn = 1000, .acks = ACKS_EVERY },
	.axis = { .name = "path", .list = AXIS_LIST(4, 5, 8, 64, 128, 255) },
	.steps = steps,
};
