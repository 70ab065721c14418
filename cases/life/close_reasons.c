#include "harness/case.h"

static const struct step steps[] = {
	SEND(CLOSE, PATH(1), IS(closeh_reason, AXIS(0)), IS(closeh_rsvd8, 0xFFFFFF)),
	WAIT_CLOSED,
	SEND(PROBE),
	QUIET(1000, 1u << PKT_ACK),
	DONE,
};

const struct case_def case_life_close_reasons = {
	.clause = LIFE_2,
	.also = { HDR_2, LIFE_1 },
	.text = "A CLOSE ends the connection whatever reason it gives",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.axis = { .name = "reason", .list = AXIS_LIST(0, 1, 2, 3, 4, 255) },
	.steps = steps,
};
