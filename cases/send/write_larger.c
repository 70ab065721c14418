#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE_IMM, PAYLOAD(1024), IS(imm_immediate, 7)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	WAIT_RECEIVES(1, SUCCESS),
	DONE,
};

const struct case_def case_send_write_larger = {
	.clause = SEND_1,
	.text = "A WRITE_IMM may be longer than the receive it consumes",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .recvs = 1, .recv_bytes = 16 },
	.steps = steps,
};
