#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, IS(ipv4_ecn, 3), TIMES(300)),
	SEND(NOP, IS(ipv4_ecn, 3), IS(base_ack_req, 1)),
	EXPECT(ACK, CUM(300), NO_SACK, IS(ackh_ce_count, 301)),
	DONE,
};

const struct case_def case_ecn_many_marks = {
	.clause = ECN_1,
	.text = "Marks are counted beyond 255",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .family = 4 },
	.steps = steps,
};
