#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0), PART(0, 2)),
	EXPECT(ACK, CUM(0), CMSN(0), STATUS(OK)),
	SEND(SEND, MSN(0), PART(1, 2)),
	EXPECT(ACK, CUM(1), CMSN(0), ANY(ackh_status)),
	WAIT_QUIET(1000),
	CHECK_NEVER(ACK, CMSN(1)),
	DONE,
};

const struct case_def case_place_operation_disagrees = {
	.clause = PLACE_11,
	.text = "A message whose packets disagree in operation never completes as good",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 1, .recv_bytes = 2048 },
	.steps = steps,
};
