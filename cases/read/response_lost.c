#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH(AXIS(0)), DROP),
	SEND(READ_REQ, MSN(0), IS(msg_length, 32768), AT(0)),
	EXPECT(READ_RESP, IS(base_rtx, 1)),
	WAIT_QUIET(2000),
	CHECK(check_repairs_are_losses),
	CHECK(check_repairs_are_copies, CLAUSE(RTX_3)),
	CHECK(check_data_read, CLAUSE(READ_1)),
	CHECK_COUNT(32, READ_RESP, IS(base_rtx, 0), CLAUSE(READ_3)),
	DONE,
};

const struct case_def case_read_response_lost = {
	.clause = READ_2,
	.also = { RTX_2, RTX_3, READ_3 },
	.text = "A lost response packet is repaired under its PSN",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .paths = 2 },
	.axis = { .name = "packet", .list = AXIS_LIST(0, 5, 20) },
	.steps = steps,
};
