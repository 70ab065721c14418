#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, PAYLOAD(65536)),
	WAIT_WORK(1, SUCCESS),
	EXPECT(ACK), /* the bytes may be there before it */
	CHECK(check_hint_alone),
	DONE,
};

const struct case_def case_read_hints_given = {
	.clause = HINT_8,
	.also = { HINT_1, HINT_2 },
	.text = "The device gives hints to the sender of the responses it reads",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_READ },
	.steps = steps,
};
