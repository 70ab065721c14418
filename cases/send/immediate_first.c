#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND_IMM, MSN(0), PART(1, 2), IS(imm_immediate, 0xCAFEF00D)),
	EXPECT(ACK, CUM(0), CMSN(0), STATUS(OK)),
	WAIT_QUIET(1000),
	CHECK_NEVER(ACK, CMSN(1)),
	SEND(SEND, MSN(0), PART(0, 2)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	WAIT_RECEIVES(1, SUCCESS),
	DONE,
};

const struct case_def case_send_immediate_first = {
	.clause = SEND_3,
	.also = { STRM_2, STRM_4 },
	.text = "Immediate data that comes before the rest of its message is not handed on before "
		"it is whole",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .recvs = 1, .recv_bytes = 2048 },
	.steps = steps,
};
