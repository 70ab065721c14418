#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0), PART(0, 2), IS(msg_length, 1088)),
	EXPECT(ACK, CUM(0), CMSN(0), STATUS(OK)),
	SEND(WRITE, MSN(0), IS(msg_offset, 2048), IS(msg_length, 2112),
	     PAYLOAD(64)), /* 1024 + 64 = 1088 */
	EXPECT(ACK, CUM(1), CMSN(0), ANY(ackh_status)),
	WAIT_QUIET(1000),
	CHECK_NEVER(ACK, CMSN(1)),
	DONE,
};

const struct case_def case_place_lengths_add_up = {
	.clause = PLACE_11,
	.text = "A message with a hole never completes, even if the bytes that came add up to a "
		"length it named",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
