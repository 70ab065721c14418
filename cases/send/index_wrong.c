#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0), PAYLOAD(0), IS(recv_index, 1)), /* receive 1 is posted and free */
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_send_index_wrong = {
	.clause = SEND_4,
	.also = { ERR_1 },
	.text = "A recv_index that is not the count of receives consumed before it is refused in "
		"its turn",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 3 },
	.steps = steps,
};
