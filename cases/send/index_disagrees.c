#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0), PART(0, 2), IS(recv_index, 0)),
	EXPECT(ACK, CUM(0), CMSN(0), STATUS(OK)),
	SEND(SEND, MSN(0), PART(1, 2), IS(recv_index, 1)),
	EXPECT(ACK, CUM(1), CMSN(0), ANY(ackh_status)),
	WAIT_QUIET(1000),
	CHECK_NEVER(ACK, CMSN(1)),
	DONE,
};

const struct case_def case_send_index_disagrees = {
	.clause = PLACE_11,
	.text = "A SEND whose packets disagree in recv_index never completes as good",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 2, .recv_bytes = 2048 },
	.steps = steps,
};
