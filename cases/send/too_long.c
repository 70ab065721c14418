#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, PAYLOAD(AXIS(0))),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(LENGTH), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_send_too_long = {
	.clause = SEND_2,
	.also = { ERR_1, PLACE_3 },
	.text = "A SEND longer than its receive is refused with LENGTH and writes nothing beyond "
		"the buffer",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 2, .recv_bytes = 100 },
	.axis = { .name = "bytes", .list = AXIS_LIST(101, 104, 512, 1024) },
	.steps = steps,
};
