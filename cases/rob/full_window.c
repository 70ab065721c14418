#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(63), PSN(63)),
	SEND(WRITE, STREAM(1), PATH(1), PSN(0), MSN(0)),
	EXPECT(ACK, ABOUT(1), CMSN(1), CLAUSE(STRM_3)),
	SEND(NOP, PATH(2), TIMES(256)),
	EXPECT(ACK, PATH(2), CUM(255)),
	DONE,
};

const struct case_def case_rob_full_window = {
	.clause = ROB_3,
	.also = { PSN_4, STRM_6 },
	.text = "State for a full window of packets and messages is there, used and freed",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
