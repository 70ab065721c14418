#include "harness/case.h"

static const struct step steps[] = {
	RECV(STREAM(1)),
	SEND(SEND, IS(msg_offset, 0xFFFFFFE4), IS(msg_length, 36), PAYLOAD(64),
	     IS(msg_last, 1)), /* sum 36 */
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	SEND(SEND, STREAM(1), IS(msg_offset, 0xFFFFFC00), IS(msg_length, 1000), PAYLOAD(1024),
	     IS(msg_last, 0)), /* sum 0 */
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(1), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_send_offset_wraps = {
	.clause = PLACE_6,
	.also = { PLACE_3, ROB_1 },
	.text = "An offset whose sum with the payload wraps 2^32 is refused with INVALID and not "
		"placed",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 1 },
	.steps = steps,
};
