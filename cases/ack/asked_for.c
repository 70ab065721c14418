#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, IS(base_ack_req, 1)),
	EXPECT(ACK, CUM(0), NO_SACK, WITHIN(ACK_REACTION)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(WRITE, TIMES(3)),
	SEND(WRITE, IS(base_ack_req, 1)),
	EXPECT(ACK, CUM(4), NO_SACK, WITHIN(ACK_REACTION)),
	DONE,
};

const struct case_def case_ack_asked_for = {
	.clause = ACK_2,
	.text = "ack_req is answered at once",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .acks = ACKS_COALESCED },
	.steps = steps,
};
