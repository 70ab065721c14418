#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0), PAYLOAD(1024)),
	SEND(NOP, PATH(1), PSN(5), TIMES(200)),
	SEND(NOP, PATH(2), PSN(300), TIMES(200)),
	EXPECT(ACK, PATH(2), CUM(-1), NO_SACK, CLAUSE(PSN_6)),
	DONE,
};

/* A SEND without a receive, duplicates, packets out of the window. */
const struct case_def case_enc_no_pause_under_load = {
	.clause = ENC_7,
	.also = { PSN_6 },
	.text = "The device emits no pause frame when it gets more than it can use",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
