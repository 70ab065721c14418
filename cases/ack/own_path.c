#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PATH(AXIS(0))),
	EXPECT(ACK, PATH(AXIS(0)), OWN_PORT, CUM(0), NO_SACK),
	SEND(NOP, PATH(AXIS(0)), TIMES(10)),
	EXPECT(ACK, PATH(AXIS(0)), OWN_PORT, CUM(10), NO_SACK),
	SEND(NOP, PATH(AXIS(0)), IS(W_SPORT, 61234)), /* from whatever port */
	EXPECT(ACK, PATH(AXIS(0)), OWN_PORT, CUM(11), NO_SACK),
	SEND(PROBE, PATH(AXIS(0))),
	EXPECT(ACK, PATH(AXIS(0)), OWN_PORT, CUM(11), NO_SACK),
	DONE,
};

const struct case_def case_ack_own_path = {
	.clause = ACK_1,
	.text = "What arrives on a path is acknowledged on it, from the device's own port",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .paths = 4, .acks = ACKS_EVERY },
	.axis = { .name = "path", .from = 0, .to = 3 },
	.steps = steps,
};
