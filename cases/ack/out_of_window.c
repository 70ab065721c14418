#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(0)),
	EXPECT(ACK, CUM(0), NO_SACK),
	SEND(NOP, PSN(257), IS(path_timestamp, 0x01)),
	EXPECT(ACK, CUM(0), NO_SACK, IS(ackh_ts_echo, 0x01), WITHIN(ACK_REACTION)),
	DONE,
};

const struct case_def case_ack_out_of_window = {
	.clause = ACK_2,
	.also = { PSN_6 },
	.text = "A packet out of window is answered by an ACK at once",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_COALESCED },
	.steps = steps,
};
