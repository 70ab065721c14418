#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, MSN(1), IS(msg_length, 64)),
	SEND(READ_REQ, MSN(2), IS(msg_length, 64)),
	SEND(WRITE, MSN(0)),
	EXPECT(ACK, ABOUT(0), CMSN(3), STATUS(OK)),
	SEND(READ_REQ, MSN(3), IS(msg_length, 64)),
	SEND(READ_REQ, MSN(4), IS(msg_length, 64)),
	EXPECT(ACK, ABOUT(0), CMSN(5), STATUS(OK)),
	CHECK_COUNT(4, READ_RESP, IS(base_rtx, 0)),
	CHECK(check_data_read, CLAUSE(READ_1)),
	DONE,
};

const struct case_def case_read_depth_full = {
	.clause = READ_5,
	.also = { READ_1 },
	.text = "As many READs as read_depth allows are taken, and as many again when they are "
		"done",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_READ, .read_depth = 2 },
	.steps = steps,
};
