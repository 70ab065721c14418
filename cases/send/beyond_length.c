#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, IS(msg_offset, AXIS(0)), IS(msg_length, 100), PAYLOAD(64)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	DONE,
};

/* offset + 64 > 100, also where the sum wraps 2^32. */
const struct case_def case_send_beyond_length = {
	.clause = PLACE_6,
	.also = { PLACE_3, ROB_1 },
	.text = "Payload beyond the length of a SEND is refused with INVALID and not placed",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 1, .recv_bytes = 1024 },
	.axis = { .name = "offset",
		  .list = AXIS_LIST(37, 64, 100, 0x7FFFFFFF, 0xFFFFFFC0, 0xFFFFFFFF) },
	.steps = steps,
};
