#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH(3), DROP),
	SEND(READ_REQ, MSN(0), IS(msg_length, 4096), AT(0)),
	EXPECT(READ_RESP, IS(base_rtx, 1), IS(msg_offset, 3072)),
	CHECK(check_repaired_by_timer, CLAUSE(RTX_5)),
	CHECK(check_data_read, CLAUSE(READ_1)),
	DONE,
};

const struct case_def case_read_response_tail_lost = {
	.clause = READ_2,
	.also = { RTX_7, RTX_5 },
	.text = "A lost last response packet is repaired by the timer",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .paths = 1, .rto = RTO_SHORT },
	.steps = steps,
};
