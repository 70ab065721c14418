#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PATH(1), STREAM(2), TIMES(3)),
	SEND(NOP, PATH(2), TIMES(2)),
	PAUSE(2000), /* they arrive, and no ACK is due yet */
	CALL(CLOSE),
	EXPECT(CLOSE, PATH(1), PSN(0)),
	CHECK_SOME(ACK, PATH(1), CUM(2)),
	CHECK_SOME(ACK, PATH(2), CUM(1)),
	CHECK_SOME(ACK, ABOUT(2), CMSN(3), STATUS(OK)),
	DONE,
};

const struct case_def case_life_owed_at_close = {
	.clause = LIFE_2,
	.also = { ACK_3, ACK_6 },
	.text = "On local close the ACKs and stream reports owed are sent before CLOSE",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .paths = 4, .acks = ACKS_COALESCED },
	.steps = steps,
};
