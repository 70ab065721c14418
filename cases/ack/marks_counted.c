#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, TIMES(5), IS(ipv4_ecn, 3)),
	EXPECT(ACK, CUM(4), IS(ackh_ce_count, 5), CLAUSE(ECN_1)),
	SEND(NOP, PSN(0), IS(ipv4_ecn, 3)), /* a duplicate */
	EXPECT(ACK, CUM(4), IS(ackh_ce_count, 6), CLAUSE(ECN_1)),
	SEND(NOP, PSN(400), IS(ipv4_ecn, 3)), /* out of window */
	EXPECT(ACK, CUM(4), IS(ackh_ce_count, 7), CLAUSE(ECN_1)),
	SEND(NOP, IS(ipv4_ecn, 2)),
	SEND(NOP, IS(ipv4_ecn, 1)),
	SEND(NOP, IS(ipv4_ecn, 0)),
	EXPECT(ACK, CUM(7), IS(ackh_ce_count, 7), CLAUSE(ECN_1)),
	DONE,
};

const struct case_def case_ack_marks_counted = {
	.clause = ACK_2,
	.also = { ECN_1 },
	.text = "Every sequenced packet that came with CE is counted, whatever else it was, and no "
		"other",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
