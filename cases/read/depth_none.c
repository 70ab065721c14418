#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, MSN(0), IS(msg_length, 64)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(UNSUPPORTED), STATUS_MSN(0)),
	WAIT_QUIET(500),
	CHECK_COUNT(0, READ_RESP, CLAUSE(READ_6)),
	DONE,
};

const struct case_def case_read_depth_none = {
	.clause = READ_5,
	.also = { READ_6 },
	.text = "With a read_depth of 0 a READ is refused with UNSUPPORTED",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .read_depth = NO_READ_DEPTH },
	.steps = steps,
};
