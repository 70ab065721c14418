#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH_RANGE(0, 7), DROP),
	POST(WRITE, PAYLOAD(2000)),
	POST(WRITE_IMM, PAYLOAD(2000)),
	POST(SEND, PAYLOAD(2000), IS(base_solicited, 1)),
	POST(SEND_IMM, PAYLOAD(2000)),
	POST(WRITE, PAYLOAD(4096)),
	WAIT_WORK(5, SUCCESS),
	CHECK(check_repairs_are_losses, CLAUSE(RTX_2)),
	CHECK(check_repairs_are_copies),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_rtx_copies = {
	.clause = RTX_3,
	.also = { RTX_2 },
	.text = "The device repairs every kind of packet with a copy, marked rtx",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1 },
	.steps = steps,
};
