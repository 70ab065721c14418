#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, MSN(0), IS(msg_length, 0), WRONG_RKEY),
	EXPECT(READ_RESP, MSN(0), IS(msg_offset, 0), IS(msg_length, 0), IS(msg_last, 1), PAYLOAD(0),
	       CLAUSE(READ_3)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	CHECK_COUNT(1, READ_RESP, IS(base_rtx, 0), CLAUSE(READ_3)),
	DONE,
};

const struct case_def case_read_zero_length = {
	.clause = PLACE_5,
	.also = { READ_3 },
	.text = "A READ of no bytes needs no key and is answered by one empty packet",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_READ },
	.steps = steps,
};
