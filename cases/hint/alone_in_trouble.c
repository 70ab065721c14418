#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(5), MSN(5), IS(ipv4_ecn, 3)),
	EXPECT(ACK, CUM(-1)),
	SEND(WRITE, PSN(5), MSN(5), IS(base_rtx, 1)),
	SEND(NOP, PSN(300)),
	SEND(WRITE, PSN(0), MSN(0), WRONG_RKEY),
	EXPECT(ACK, ABOUT(0), STATUS(ACCESS), CLAUSE(ERR_1)),
	SEND(PROBE, PATH(2)),
	EXPECT(ACK, PATH(2)),
	CHECK(check_hint_alone),
	DONE,
};

const struct case_def case_hint_alone_in_trouble = {
	.clause = HINT_2,
	.also = { HINT_1, ACK_4 },
	.text = "Loss, marks, duplicates and refusals do not change what a lone sender is told",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
