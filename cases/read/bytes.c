#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, MSN(0), IS(msg_length, 5000), AT(100)),
	EXPECT(READ_RESP, MSN(0), IS(msg_offset, 4096), IS(msg_last, 1), IS(msg_length, 5000),
	       PAYLOAD(904)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK), CLAUSE(STRM_2)),
	CHECK(check_data_read),
	CHECK_COUNT(5, READ_RESP, IS(base_rtx, 0), CLAUSE(READ_3)),
	DONE,
};

const struct case_def case_read_bytes = {
	.clause = READ_1,
	.also = { READ_3, STRM_2 },
	.text = "A READ is answered with the bytes it names",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_READ },
	.steps = steps,
};
