#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, PAYLOAD(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(SEND, PAYLOAD(64)), /* lands in the second receive */
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	WAIT_RECEIVES(2, SUCCESS),
	DONE,
};

const struct case_def case_send_zero_length = {
	.clause = SEND_3,
	.also = { SEND_1 },
	.text = "A zero-length SEND consumes one receive and completes",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .recvs = 2 },
	.steps = steps,
};
