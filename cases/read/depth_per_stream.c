#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, STREAM(0), MSN(1), IS(msg_length, 64)),
	SEND(READ_REQ, STREAM(1), MSN(1), IS(msg_length, 64)),
	EXPECT(ACK, CUM(1)),
	SEND(WRITE, STREAM(1), MSN(0)),
	EXPECT(ACK, ABOUT(1), CMSN(2), STATUS(OK)),
	SEND(WRITE, STREAM(0), MSN(0)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	CHECK_COUNT(2, READ_RESP, IS(base_rtx, 0)),
	DONE,
};

const struct case_def case_read_depth_per_stream = {
	.clause = READ_5,
	.text = "read_depth counts per stream",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_READ, .read_depth = 1, .acks = ACKS_EVERY },
	.steps = steps,
};
