#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, STREAM(0), MSN(0), PART(0, 2)),
	EXPECT(ACK, CUM(0)),
	SEND(READ_REQ, STREAM(1), MSN(0), IS(msg_length, 64)),
	EXPECT(READ_RESP, STREAM(1), MSN(0), IS(msg_last, 1)),
	EXPECT(ACK, ABOUT(1), CMSN(1), STATUS(OK)),
	CHECK(check_data_read),
	DONE,
};

const struct case_def case_read_other_streams = {
	.clause = READ_1,
	.also = { STRM_3 },
	.text = "A READ does not wait for messages of other streams",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_READ },
	.steps = steps,
};
