#include "harness/case.h"

static const struct step steps[] = {
	SEND(PROBE, IS(ipv4_ecn, 3)),
	EXPECT(ACK, CUM(-1), IS(ackh_ce_count, 0)),
	SEND(NOP, IS(ipv4_ecn, 3)),
	EXPECT(ACK, CUM(0), IS(ackh_ce_count, 1)),
	DONE,
};

const struct case_def case_ecn_probe_not_counted = {
	.clause = ECN_2,
	.text = "A mark on a PROBE is not counted",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .family = 4 },
	.steps = steps,
};
