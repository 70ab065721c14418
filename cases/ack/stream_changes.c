#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, STREAM(1)),
	SEND(WRITE, STREAM(2)),
	SEND(WRITE, STREAM(15)),
	SEND(WRITE, STREAM(7)),
	EXPECT(ACK, ABOUT(7), CMSN(1), STATUS(OK)),
	WAIT_QUIET(2000), /* the shadow holds the others' debts */
	CHECK_SOME(ACK, ABOUT(1), STATUS(OK)),
	CHECK_SOME(ACK, ABOUT(2), STATUS(OK)),
	CHECK_SOME(ACK, ABOUT(15), STATUS(OK)),
	CHECK_SOME(ACK, ABOUT(7), STATUS(OK)),
	DONE,
};

const struct case_def case_ack_stream_changes = {
	.clause = ACK_6,
	.text = "Each of several streams that changed is reported without awaiting packets",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .acks = ACKS_COALESCED },
	.steps = steps,
};
