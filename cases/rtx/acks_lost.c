#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(ACKS(0, 2), DROP),
	POST(WRITE, PAYLOAD(1024)),
	PAUSE(3000),
	POST(WRITE, PAYLOAD(1024)),
	PAUSE(3000),
	POST(WRITE, PAYLOAD(1024)),
	PAUSE(3000),
	POST(WRITE, PAYLOAD(1024)),
	WAIT_WORK(4, SUCCESS),
	CHECK(check_no_repairs),
	CHECK(check_data_arrived),
	DONE,
};

/* One packet at a time, so that each has an ACK of its own. */
const struct case_def case_rtx_acks_lost = {
	.clause = RTX_2,
	.text = "The device repairs nothing when ACKs are lost and a later one covers them",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1 },
	.steps = steps,
};
