#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0), PART(0, 2), IS(recv_index, 0)),
	EXPECT(ACK, CUM(0), CMSN(0), STATUS(OK)),
	SEND(SEND, MSN(1), IS(recv_index, 0), OTHER_PAYLOAD),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(1)),
	SEND(SEND, MSN(0), PART(1, 2),
	     IS(recv_index, 0)), /* the message before it still completes */
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(INVALID), STATUS_MSN(1)),
	WAIT_RECEIVES(1, SUCCESS),
	DONE,
};

const struct case_def case_send_index_twice = {
	.clause = SEND_4,
	.also = { ERR_1 },
	.text = "A recv_index that another open message names is refused with INVALID",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 2, .recv_bytes = 2048 },
	.steps = steps,
};
