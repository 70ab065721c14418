#include "harness/case.h"

#define ASK    SEND(PROBE), EXPECT(ACK, PATH(0))
#define ASK_4  ASK, ASK, ASK, ASK
#define ASK_16 ASK_4, ASK_4, ASK_4, ASK_4
#define ASK_64 ASK_16, ASK_16, ASK_16, ASK_16

static const struct step steps[] = {
	ASK_64, ASK_64, ASK_64, ASK_64, SEND(PROBE), EXPECT(ACK, PATH(0), AT_LEAST(base_psn, 256)),
	DONE,
};

const struct case_def case_ack_many_numbers = {
	.clause = ACK_5,
	.also = { PROBE_1 },
	.text = "ACK numbers go on beyond 255",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
