#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, MSN(1), IS(msg_length, 2048), AT(0)),
	EXPECT(ACK, CUM(0)),
	QUIET(500, 1u << PKT_READ_RESP),
	SEND(WRITE, MSN(0), PAYLOAD(1024), AT(512)),
	EXPECT(READ_RESP, MSN(1), IS(msg_last, 1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	CHECK(check_data_read),
	DONE,
};

const struct case_def case_read_in_turn = {
	.clause = READ_1,
	.also = { STRM_2 },
	.text = "A READ waits for the messages before it and sees what they wrote",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_READ },
	.steps = steps,
};
