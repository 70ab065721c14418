#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE_IMM, MSN(2), IS(imm_immediate, 2)),
	SEND(SEND_IMM, MSN(1), IS(imm_immediate, 1)),
	EXPECT(ACK, CUM(1), CMSN(0), STATUS(OK)),
	SEND(SEND, MSN(0)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(3), STATUS(OK)),
	WAIT_RECEIVES(3, SUCCESS),
	DONE,
};

const struct case_def case_strm_completion_order = {
	.clause = STRM_4,
	.also = { STRM_2, SEND_3 },
	.text = "Completions appear in stream order, each once",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .recvs = 3 },
	.steps = steps,
};
