#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(CLOSE, PSN(AXIS(0))),
	PAUSE(1000),
	SEND(WRITE),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	DONE,
};

const struct case_def case_life_wrong_close = {
	.clause = LIFE_2,
	.text = "A CLOSE whose psn is not the sender's initial_psn of its path is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "psn", .list = AXIS_LIST(1, -1, 256, 0x800000) },
	.steps = steps,
};
