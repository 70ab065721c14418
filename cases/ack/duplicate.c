#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(0)),
	EXPECT(ACK, CUM(0), NO_SACK),
	SEND(NOP, PSN(0), IS(path_timestamp, 0xD1)),
	EXPECT(ACK, CUM(0), NO_SACK, IS(ackh_ts_echo, 0xD1), WITHIN(ACK_REACTION)),
	SEND(NOP, PSN(0), IS(path_timestamp, 0xD2)),
	EXPECT(ACK, CUM(0), NO_SACK, IS(ackh_ts_echo, 0xD2), WITHIN(ACK_REACTION)),
	DONE,
};

const struct case_def case_ack_duplicate = {
	.clause = ACK_2,
	.also = { PSN_5 },
	.text = "Every duplicate is acknowledged at once",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_COALESCED },
	.steps = steps,
};
