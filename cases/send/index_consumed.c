#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0), IS(recv_index, 0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(SEND, MSN(1), IS(recv_index, 0), OTHER_PAYLOAD),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(INVALID), STATUS_MSN(1)),
	DONE,
};

const struct case_def case_send_index_consumed = {
	.clause = SEND_4,
	.also = { ERR_1 },
	.text = "A recv_index whose receive is already consumed is refused with INVALID",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 3 },
	.steps = steps,
};
