#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0), PART(0, 2)),
	EXPECT(ACK, CUM(0), CMSN(0), STATUS(OK)),
	SEND(WRITE, MSN(0), IS(msg_offset, 1024), IS(msg_length, 1088), PAYLOAD(64)),
	EXPECT(ACK, CUM(1), CMSN(0), ANY(ackh_status)),
	DONE,
};

const struct case_def case_place_length_disagrees = {
	.clause = PLACE_11,
	.also = { PLACE_6 },
	.text = "A message whose packets disagree in length never completes as good",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
