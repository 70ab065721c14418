#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, MSN(0), IS(msg_length, 64), AT(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	WAIT_QUIET(500),
	CALL(DEREGISTER),
	SEND(READ_REQ, MSN(1), IS(msg_length, 64), AT(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(ACCESS), STATUS_MSN(1)),
	WAIT_QUIET(500),
	CHECK_COUNT(0, READ_RESP, MSN(1), CLAUSE(READ_6)),
	DONE,
};

const struct case_def case_read_deregistered = {
	.clause = PLACE_9,
	.also = { READ_6 },
	.text = "A READ of a region that has been deregistered is refused with ACCESS",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ },
	.steps = steps,
};
