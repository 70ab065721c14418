#include "harness/case.h"

static const struct step steps[] = {
	CHECK(check_discards_from),
	SEND(WRITE, TIMES(8)),
	EXPECT(ACK, CUM(7)),
	CHECK(check_discards_counted, IS(W_REASON, DISCARD_CRC), TIMES(0)),
	CHECK(check_discards_counted, IS(W_REASON, DISCARD_LENGTH), TIMES(0)),
	CHECK(check_discards_counted, IS(W_REASON, DISCARD_OPCODE), TIMES(0)),
	CHECK(check_discards_counted, IS(W_REASON, DISCARD_PATH), TIMES(0)),
	DONE,
};

const struct case_def case_tel_discards_none = {
	.clause = TEL_2,
	.text = "Packets that are taken count as no discard",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
