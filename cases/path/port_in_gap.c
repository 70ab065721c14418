#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PATH(0), PSN(1), IS(W_SPORT, 61000)),
	EXPECT(ACK, PATH(0), CUM(-1), SACKED(1)),
	SEND(NOP, PATH(1), PSN(0)),
	EXPECT(ACK, PATH(1), CUM(0), NO_SACK),
	SEND(NOP, PATH(0), PSN(0), IS(W_SPORT, 50003), IS(base_rtx, 1)),
	EXPECT(ACK, PATH(0), CUM(1), NO_SACK),
	SEND(NOP, PATH(0), PSN(1), IS(W_SPORT, 49152)),
	EXPECT(ACK, PATH(0), CUM(1), NO_SACK),
	DONE,
};

/* 50003 is what the tester uses for path 1. */
const struct case_def case_path_port_in_gap = {
	.clause = PATH_2,
	.also = { PSN_4, SACK_2 },
	.text = "A gap is filled by a packet from any source port, even one of another path",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.steps = steps,
};
