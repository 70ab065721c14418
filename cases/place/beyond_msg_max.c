#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, IS(msg_length, 0x80000001), IS(msg_last, 0), PAYLOAD(1024)),
	EXPECT(ACK, CUM(0), ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(0)),
	DONE,
};

/* msg_max is 2 GiB at most. */
const struct case_def case_place_beyond_msg_max = {
	.clause = PLACE_6,
	.text = "A message longer than msg_max is refused with INVALID",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
