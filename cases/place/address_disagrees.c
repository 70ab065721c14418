#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0), PART(0, 2), AT(0)),
	EXPECT(ACK, CUM(0), CMSN(0), STATUS(OK)),
	SEND(WRITE, MSN(0), PART(1, 2), AT(4096)),
	EXPECT(ACK, CUM(1), CMSN(0), ANY(ackh_status)),
	WAIT_QUIET(1000),
	CHECK_NEVER(ACK, CMSN(1)),
	DONE,
};

const struct case_def case_place_address_disagrees = {
	.clause = PLACE_11,
	.text = "A message whose packets disagree in address - offset never completes as good",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
