#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PATH(AXIS(0)), IS(ipv4_ecn, 3), TIMES(3)),
	EXPECT(ACK, PATH(AXIS(0)), CUM(2), IS(ackh_ce_count, 3)),
	SEND(NOP, PATH(0)),
	EXPECT(ACK, PATH(0), CUM(0), IS(ackh_ce_count, 0)),
	DONE,
};

const struct case_def case_ecn_own_path = {
	.clause = ECN_2,
	.also = { ECN_1, PSN_7 },
	.text = "The marks of a path show on no other",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 4, .family = 4, .acks = ACKS_EVERY },
	.axis = { .name = "path", .from = 1, .to = 3 },
	.steps = steps,
};
