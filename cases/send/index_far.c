#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0), IS(recv_index, AXIS(0))),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_send_index_far = {
	.clause = SEND_4,
	.also = { ERR_1, PSN_8 },
	.text = "A recv_index msg_window or more past the first incomplete receive is refused with "
		"INVALID",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 1, .msg_window = 8 },
	.axis = { .name = "index", .list = AXIS_LIST(8, 9, 64, 65536, 0x7FFFFFFF, 0xFFFFFFFF) },
	.steps = steps,
};
