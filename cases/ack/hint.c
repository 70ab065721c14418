#include "harness/case.h"

static const struct step steps[] = {
	SEND(PROBE), /* before any data */
	EXPECT(ACK, CUM(-1), NOT(ackh_rate_hint, 0)),
	SEND(WRITE, TIMES(3)),
	EXPECT(ACK, CUM(2), NOT(ackh_rate_hint, 0)),
	SEND(NOP, PSN(0)), /* a duplicate */
	EXPECT(ACK, CUM(2), NOT(ackh_rate_hint, 0)),
	SEND(PROBE, PATH(3), STREAM(9)), /* another path */
	EXPECT(ACK, PATH(3), CUM(-1), NOT(ackh_rate_hint, 0)),
	CHECK_EVERY(ACK, NOT(ackh_rate_hint, 0)),
	DONE,
};

const struct case_def case_ack_hint = {
	.clause = ACK_4,
	.text = "Every ACK carries a rate hint that is not 0",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
