#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(0)),
	EXPECT(ACK, CUM(0), IS(ackh_ce_count, 0)),
	SEND(NOP, PSN(0), IS(ipv4_ecn, 3)),
	EXPECT(ACK, CUM(0), IS(ackh_ce_count, 1)),
	DONE,
};

const struct case_def case_ecn_on_duplicate = {
	.clause = ECN_1,
	.also = { PSN_5 },
	.text = "A mark on a duplicate is counted",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .family = 4 },
	.steps = steps,
};
