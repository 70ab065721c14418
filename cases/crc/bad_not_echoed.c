#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(0), IS(path_timestamp, 0x1111)),
	SEND(NOP, PSN(1), IS(path_timestamp, 0x2222), IS(W_NO_CRC, 0x80)),
	EXPECT(ACK, CUM(0), NO_SACK, IS(ackh_ts_echo, 0x1111)),
	DONE,
};

const struct case_def case_crc_bad_not_echoed = {
	.clause = CRC_2,
	.also = { HDR_4 },
	.text = "An ACK sent after a packet with a wrong CRC echoes the packet before it",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_COALESCED },
	.steps = steps,
};
