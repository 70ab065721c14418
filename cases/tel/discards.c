#include "harness/case.h"

static const struct step steps[] = {
	CHECK(check_discards_from),
	SEND(NOP, PSN(0), IS(W_NO_CRC, 1), TIMES(3)),
	SEND(NOP, PSN(0), IS(base_version, 14), TIMES(2)),
	SEND(NOP, PSN(0), IS(base_partition, 0x1234), TIMES(4)),
	SEND(NOP, PSN(0), PATH(200), TIMES(5)),
	SEND(NOP, PSN(0), IS(W_SOURCE, 1), TIMES(6)),
	SEND(NOP, PSN(0), IS(base_dst_conn, 0xfffffe), TIMES(7)),
	SEND(NOP, PSN(0)),
	EXPECT(ACK, CUM(0), CLAUSE(HDR_3)),
	CHECK(check_discards_counted, IS(W_REASON, DISCARD_CRC), TIMES(3)),
	CHECK(check_discards_counted, IS(W_REASON, DISCARD_VERSION), TIMES(2)),
	CHECK(check_discards_counted, IS(W_REASON, DISCARD_PARTITION), TIMES(4)),
	CHECK(check_discards_counted, IS(W_REASON, DISCARD_PATH), TIMES(5)),
	CHECK(check_discards_counted, IS(W_REASON, DISCARD_ADDRESS), TIMES(6)),
	CHECK(check_discards_counted, IS(W_REASON, DISCARD_CONNECTION), TIMES(7)),
	DONE,
};

const struct case_def case_tel_discards = {
	.clause = TEL_2,
	.also = { HDR_3 },
	.text = "Discards are counted by reason",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
