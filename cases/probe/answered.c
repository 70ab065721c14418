#include "harness/case.h"

static const struct step steps[] = {
	SEND(PROBE, PATH(AXIS(0)), STREAM(2), IS(path_timestamp, 0x9001)),
	EXPECT(ACK, PATH(AXIS(0)), ABOUT(2), CUM(-1), NO_SACK, CMSN(0), STATUS(OK),
	       IS(ackh_ts_echo, 0x9001), WITHIN(ACK_REACTION)),
	DONE,
};

const struct case_def case_probe_answered = {
	.clause = PROBE_1,
	.also = { ACK_1, ACK_2, HDR_4 },
	.text = "A PROBE is answered at once on its path, about the stream it names",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .paths = 4, .acks = ACKS_COALESCED },
	.axis = { .name = "path", .from = 0, .to = 3 },
	.steps = steps,
};
