#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND_IMM, IS(imm_immediate, AXIS(0))),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(SEND_IMM, PAYLOAD(0), IS(imm_immediate, AXIS(0))),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	WAIT_RECEIVES(2, SUCCESS),
	DONE,
};

const struct case_def case_send_immediate = {
	.clause = SEND_3,
	.text = "Immediate data arrives with the completion, bit for bit",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .recvs = 2 },
	.axis = { .name = "immediate",
		  .list = AXIS_LIST(0, 1, 0x80000000, 0xDEADBEEF, 0xFFFFFFFF) },
	.steps = steps,
};
