#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PATH(0), TIMES(8)),
	EXPECT(ACK, PATH(0), CUM(7)),
	SEND(NOP, PATH(1), TIMES(3)),
	EXPECT(ACK, PATH(1), CUM(2)),
	SEND(PROBE, PATH(0), TIMES(4)),
	EXPECT(ACK, PATH(0), CUM(7)),
	SEND(NOP, PATH(0), PSN(0), TIMES(4)), /* duplicates */
	EXPECT(ACK, PATH(0), CUM(7)),
	CHECK_COUNT(1, ACK, PATH(0), IS(base_psn, 0)),
	CHECK_COUNT(1, ACK, PATH(0), IS(base_psn, 1)),
	CHECK_COUNT(1, ACK, PATH(1), IS(base_psn, 0)),
	DONE,
};

const struct case_def case_ack_numbers = {
	.clause = ACK_5,
	.text = "ACK numbers of each path rise by 1 per ACK, from 0 on",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.steps = steps,
};
