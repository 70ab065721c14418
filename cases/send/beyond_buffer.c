#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0), PART(1, 2), PAYLOAD(8)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(LENGTH), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_send_beyond_buffer = {
	.clause = SEND_2,
	.also = { PLACE_3 },
	.text = "The part of a SEND that lies beyond its receive is refused with LENGTH and not "
		"placed",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 2, .recv_bytes = 1024 },
	.steps = steps,
};
