#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, MSN(0), IS(msg_length, 1024), AT(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(READ_REQ, MSN(0), IS(msg_length, 1024), AT(0)),
	EXPECT(ACK, CUM(1), CMSN(1), STATUS(OK)),
	WAIT_QUIET(500),
	CHECK_COUNT(1, READ_RESP, IS(base_rtx, 0), CLAUSE(READ_1)),
	DONE,
};

const struct case_def case_read_below_cmsn = {
	.clause = STRM_2,
	.also = { READ_1 },
	.text = "A request for a READ already complete, under a new PSN, is acknowledged and "
		"ignored",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ },
	.steps = steps,
};
