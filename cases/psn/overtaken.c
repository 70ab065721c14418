#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(AXIS(0))),
	SEND(WRITE, PSN(0)),
	EXPECT(ACK, CUM(0), SACKED(AXIS(-1))),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_psn_overtaken = {
	.clause = PSN_4,
	.also = { PSN_3, SACK_2 },
	.text = "A packet is accepted however far another of its path has overtaken it",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_COALESCED },
	.axis = { .name = "psn", .list = AXIS_LIST(2, 64, 127, 128, 129, 255) },
	.steps = steps,
};
