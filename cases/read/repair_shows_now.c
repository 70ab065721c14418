#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH(0), DROP),
	SEND(READ_REQ, MSN(0), IS(msg_length, 64), AT(0)),
	EXPECT(READ_RESP, MSN(0)),
	SEND(WRITE, MSN(1), PAYLOAD(64), AT(0)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	EXPECT(READ_RESP, MSN(0), IS(base_rtx, 1)),
	CHECK(check_repair_is_fresh),
	DONE,
};

const struct case_def case_read_repair_shows_now = {
	.clause = RTX_12,
	.also = { READ_2 },
	.text = "A response packet sent again carries what memory holds by then",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .paths = 1, .rto = RTO_SHORT },
	.steps = steps,
};
