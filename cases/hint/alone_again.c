#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE), EXPECT(ACK, CUM(0)), PAUSE(50000),
	SEND(WRITE), EXPECT(ACK, CUM(1)), PAUSE(50000),
	SEND(PROBE), EXPECT(ACK),         CHECK(check_hint_alone),
	DONE,
};

const struct case_def case_hint_alone_again = {
	.clause = HINT_5,
	.also = { HINT_1 },
	.text = "A sender that was silent for long gets its share back",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
