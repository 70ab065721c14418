#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, IS(ipv4_ecn, AXIS(0))),
	EXPECT(ACK, CUM(0), IS(ackh_ce_count, 0)),
	SEND(NOP, IS(ipv4_ecn, 3)),
	EXPECT(ACK, CUM(1), IS(ackh_ce_count, 1)),
	DONE,
};

const struct case_def case_ecn_not_marked = {
	.clause = ECN_1,
	.text = "Only binary 11 is a mark",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .family = 4, .acks = ACKS_EVERY },
	.axis = { .name = "codepoint", .from = 0, .to = 2 },
	.steps = steps,
};
