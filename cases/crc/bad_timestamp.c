#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(1), IS(path_timestamp, 0x1111)),
	EXPECT(ACK, CUM(-1), SACKED(1), IS(ackh_ts_echo, 0x1111)),
	SEND(NOP, PSN(1), IS(path_timestamp, 0x2222), IS(W_NO_CRC, 0x80)),
	PAUSE(1000),
	CHECK_NEVER(ACK, IS(ackh_ts_echo, 0x2222)),
	DONE,
};

const struct case_def case_crc_bad_timestamp = {
	.clause = CRC_2,
	.also = { HDR_4 },
	.text = "The timestamp of a packet with a wrong CRC is not echoed",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
