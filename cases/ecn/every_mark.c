#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, IS(ipv4_ecn, 3), TIMES(9)),
	SEND(NOP, IS(ipv4_ecn, 3), IS(base_ack_req, 1)),
	EXPECT(ACK, CUM(9), NO_SACK, IS(ackh_ce_count, 10)),
	DONE,
};

const struct case_def case_ecn_every_mark = {
	.clause = ECN_1,
	.text = "Every mark between two ACKs is counted",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .family = 4, .acks = ACKS_COALESCED },
	.steps = steps,
};
