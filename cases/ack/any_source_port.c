#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PATH(1)),
	EXPECT(ACK, PATH(1), OWN_PORT, CUM(0), NO_SACK),
	SEND(NOP, PATH(1), IS(W_SPORT, 61234)),
	EXPECT(ACK, PATH(1), OWN_PORT, CUM(1), NO_SACK),
	SEND(NOP, PATH(1), IS(W_SPORT, 50000)), /* what path 0 uses */
	EXPECT(ACK, PATH(1), OWN_PORT, CUM(2), NO_SACK),
	SEND(PROBE, PATH(0)),
	EXPECT(ACK, PATH(0), OWN_PORT, CUM(-1), NO_SACK),
	DONE,
};

const struct case_def case_ack_any_source_port = {
	.clause = ACK_1,
	.also = { PATH_2, ENC_2 },
	.text = "The ACK goes out from the device's own port of the path, whatever port the packet "
		"came from",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
