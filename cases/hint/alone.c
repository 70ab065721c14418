#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PAYLOAD(1024), TIMES(8)), EXPECT(ACK, CUM(7)),     SEND(NOP, PATH(1), TIMES(8)),
	EXPECT(ACK, PATH(1), CUM(7)),         CHECK(check_hint_alone), DONE,
};

const struct case_def case_hint_alone = {
	.clause = HINT_2,
	.also = { HINT_1, ACK_4 },
	.text = "A lone sender is told the whole of link_rate",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
