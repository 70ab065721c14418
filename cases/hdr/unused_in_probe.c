#include "harness/case.h"

static const struct step steps[] = {
	SEND(PROBE, STREAM(3), IS(msg_msn, 77), IS(msg_offset, 5), IS(msg_length, 9),
	     IS(msg_attempt, 4), IS(msg_last, 1)),
	EXPECT(ACK, ABOUT(3), CUM(-1), NO_SACK, CMSN(0), STATUS(OK)),
	DONE,
};

const struct case_def case_hdr_unused_in_probe = {
	.clause = HDR_1,
	.also = { PROBE_1 },
	.text = "In a PROBE only the stream is used of the MSG header",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
