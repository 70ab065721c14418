#include "harness/case.h"

static const struct step steps[] = {
	SEND(ACK, CUM(-1), IS(ipv4_ecn, 3), TIMES(3)),
	SEND(NOP, IS(base_ack_req, 1)),
	EXPECT(ACK, CUM(0), IS(ackh_ce_count, 0)),
	DONE,
};

const struct case_def case_ecn_ack_not_counted = {
	.clause = ECN_2,
	.text = "Marks on ACKs are not counted",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .family = 4, .mute_peer = true },
	.steps = steps,
};
