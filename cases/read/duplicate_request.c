#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, MSN(0), PSN(0), IS(msg_length, 2048), AT(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(READ_REQ, MSN(0), PSN(0), IS(base_rtx, 1), IS(msg_length, 2048), AT(0)),
	EXPECT(ACK, CUM(0), CLAUSE(PSN_5)),
	WAIT_QUIET(500),
	CHECK_COUNT(2, READ_RESP, IS(base_rtx, 0)),
	CHECK(check_data_read),
	DONE,
};

const struct case_def case_read_duplicate_request = {
	.clause = READ_1,
	.also = { PSN_5, READ_3 },
	.text = "A READ whose request arrives twice is answered once",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ },
	.steps = steps,
};
