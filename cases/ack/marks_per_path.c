#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PATH(1), IS(ipv4_ecn, 3)),
	EXPECT(ACK, PATH(1), CUM(0), IS(ackh_ce_count, 1), CLAUSE(ECN_1)),
	SEND(NOP, PATH(2)),
	EXPECT(ACK, PATH(2), CUM(0), IS(ackh_ce_count, 0), CLAUSE(ECN_2)),
	SEND(PROBE, PATH(1), IS(ipv4_ecn, 3), IS(path_timestamp, 0xCE)),
	EXPECT(ACK, PATH(1), CUM(0), IS(ackh_ce_count, 1), IS(ackh_ts_echo, 0xCE), CLAUSE(ECN_2)),
	SEND(PROBE, PATH(0), IS(ipv4_ecn, 3)),
	EXPECT(ACK, PATH(0), CUM(-1), IS(ackh_ce_count, 0), CLAUSE(ECN_2)),
	DONE,
};

const struct case_def case_ack_marks_per_path = {
	.clause = ACK_2,
	.also = { ECN_1, ECN_2 },
	.text = "Marks of a path are reported on that path alone; marks of a PROBE are not",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
