#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(300), IS(ipv4_ecn, 3)),
	EXPECT(ACK, CUM(-1), NO_SACK, IS(ackh_ce_count, 1)),
	DONE,
};

const struct case_def case_ecn_out_of_window = {
	.clause = ECN_1,
	.also = { PSN_6 },
	.text = "A mark on a packet out of the window is counted",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .family = 4 },
	.steps = steps,
};
