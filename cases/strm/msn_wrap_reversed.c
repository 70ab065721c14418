#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, IS(msg_msn, 0), IS(recv_index, 2)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), IS(ackh_cmsn, 0xFFFFFFFE), STATUS(OK)),
	SEND(SEND, IS(msg_msn, 0xFFFFFFFF), IS(recv_index, 1)),
	EXPECT(ACK, CUM(1), IS(ackh_cmsn, 0xFFFFFFFE), STATUS(OK)),
	SEND(SEND, IS(msg_msn, 0xFFFFFFFE), IS(recv_index, 0)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), IS(ackh_cmsn, 1), STATUS(OK)),
	WAIT_RECEIVES(3, SUCCESS),
	DONE,
};

const struct case_def case_strm_msn_wrap_reversed = {
	.clause = PSN_8,
	.also = { STRM_2, STRM_4, SEND_1 },
	.text = "Messages on both sides of the msn wrap are ordered as anywhere",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .has_msn = true, .msn = 0xFFFFFFFE, .recvs = 3 },
	.steps = steps,
};
