#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, IS(ipv4_ecn, 3)),
	EXPECT(ACK, CUM(0), IS(ackh_ce_count, 1), WITHIN(ACK_REACTION)),
	SEND(WRITE),
	SEND(WRITE, IS(ipv4_ecn, 3)),
	EXPECT(ACK, CUM(2), IS(ackh_ce_count, 2), WITHIN(ACK_REACTION)),
	DONE,
};

const struct case_def case_ack_first_mark = {
	.clause = ACK_2,
	.also = { ECN_1 },
	.text = "The first CE mark since the last ACK of the path is reported at once",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_COALESCED },
	.steps = steps,
};
