#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(CLOSE),
	WAIT_CLOSED,
	SEND(WRITE, PSN(1), MSN(1)),
	SEND(SEND, PSN(2), MSN(2), IS(recv_index, 1)), /* a receive that was still posted */
	SEND(WRITE, PATH(1), PSN(0), MSN(1), IS(base_rtx, 1)),
	QUIET(1000, 1u << PKT_ACK),
	DONE,
};

const struct case_def case_life_memory_after_close = {
	.clause = LIFE_3,
	.also = { LIFE_1 },
	.text = "After close no packet of the connection touches memory",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 2 },
	.steps = steps,
};
