#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE_IMM, MSN(0), PART(0, 2)),
	EXPECT(ACK, CUM(0), ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	SEND(SEND_IMM, STREAM(1), MSN(0), PART(0, 2)),
	EXPECT(ACK, ABOUT(1), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_place_immediate_early = {
	.clause = PLACE_6,
	.text = "An IMM opcode on a packet that is not the last is refused with INVALID",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 1 },
	.steps = steps,
};
