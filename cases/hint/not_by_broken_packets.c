#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, TIMES(4)),
	SEND(NOP, CONN(1), PSN(0), IS(W_NO_CRC, 1), TIMES(8)),
	SEND(NOP, CONN(1), PSN(0), IS(base_partition, 5), TIMES(8)),
	PAUSE(20000),
	SEND(NOP, IS(base_ack_req, 1)),
	PAUSE(20000),
	CHECK(check_hint_shared, TIMES(1)),
	DONE,
};

const struct case_def case_hint_not_by_broken_packets = {
	.clause = HINT_5,
	.also = { HINT_1, CRC_2, HDR_3 },
	.text = "Packets that must be discarded make no sender active",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .others = 1, .hint_idle = 400000 },
	.steps = steps,
};
