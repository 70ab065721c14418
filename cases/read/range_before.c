#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, MSN(0), IS(msg_length, 64), AT(-1)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	WAIT_QUIET(500),
	CHECK_COUNT(0, READ_RESP, CLAUSE(READ_6)),
	DONE,
};

const struct case_def case_read_range_before = {
	.clause = PLACE_4,
	.also = { READ_6 },
	.text = "A READ that starts before its region is refused with ACCESS and not answered",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ },
	.steps = steps,
};
