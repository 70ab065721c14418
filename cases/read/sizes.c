#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, MSN(0), IS(msg_length, AXIS(0)), AT(0)),
	EXPECT(READ_RESP, MSN(0), IS(msg_last, 1), IS(msg_length, AXIS(0))),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	CHECK(check_data_read),
	CHECK(check_message_layout),
	CHECK_EVERY(READ_RESP, IS(msg_attempt, 0), IS(msg_length, AXIS(0)), MSN(0), STREAM(0)),
	DONE,
};

const struct case_def case_read_sizes = {
	.clause = READ_3,
	.also = { READ_1, HDR_8, HDR_7 },
	.text = "A READ of any length is answered by full packets, the last with the rest",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_READ },
	.axis = { .name = "bytes", .list = AXIS_LIST(1, 3, 1023, 1024, 1025, 4096, 65535) },
	.steps = steps,
};
