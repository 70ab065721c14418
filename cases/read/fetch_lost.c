#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(PEER_PACKETS(AXIS(0), AXIS(3)), DROP),
	POST(READ_REQ, PAYLOAD(32768)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_data_fetched),
	DONE,
};

const struct case_def case_read_fetch_lost = {
	.clause = READ_4,
	.also = { RTX_10 },
	.text = "Lost response packets, sent again, end in their places",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .rto = RTO_SHORT },
	.axis = { .name = "packet", .list = AXIS_LIST(0, 7, 28) },
	.steps = steps,
};
