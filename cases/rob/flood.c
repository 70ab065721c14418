#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0), PART(0, 2)),
	SEND(NOP, PATH(1), PSN(0), IS(W_NO_CRC, 1), TIMES(250)),
	SEND(NOP, PATH(1), PSN(0), IS(base_version, 7), TIMES(250)),
	SEND(NOP, PATH(1), PSN(0), IS(base_dst_conn, 0xfffffe), TIMES(250)),
	SEND(WRITE, PATH(1), PSN(0), MSN(0), IS(base_partition, 3), TIMES(250)),
	SEND(WRITE, MSN(0), PART(1, 2)),
	EXPECT(ACK, CUM(1), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(NOP, PATH(1), PSN(0)),
	EXPECT(ACK, PATH(1), CUM(0), NO_SACK),
	DONE,
};

const struct case_def case_rob_flood = {
	.clause = ROB_2,
	.also = { HDR_3, CRC_2 },
	.text = "A flood of packets that must be discarded leaves the connection correct",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
