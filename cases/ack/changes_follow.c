#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, STREAM(1)),
	SEND(WRITE, STREAM(2)),
	SEND(WRITE, STREAM(3), IS(base_ack_req, 1)),
	PAUSE(50000),
	CHECK_SOME(ACK, ABOUT(1), CMSN(1)),
	CHECK_SOME(ACK, ABOUT(2), CMSN(1)),
	CHECK_SOME(ACK, ABOUT(3), CMSN(1)),
	DONE,
};

/* ack_delay is several times the pause. */
const struct case_def case_ack_changes_follow = {
	.clause = ACK_6,
	.text = "Where several streams changed, one ACK each follows soon, without awaiting "
		"packets",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .acks = ACKS_COALESCED, .ack_us = 250000 },
	.steps = steps,
};
