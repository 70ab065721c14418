#include "harness/case.h"

static const struct step steps[] = {
	POST(SEND_IMM, PAYLOAD(AXIS(0)), IS(imm_immediate, 0xA1B2C3D4)),
	POST(SEND_IMM, PAYLOAD(AXIS(0)), IS(imm_immediate, 0x0F000001)),
	WAIT_WORK(2, SUCCESS),
	CHECK(check_message_layout),
	CHECK(check_data_arrived),
	DONE,
};

/* The second message has another number, address and receive. */
const struct case_def case_hdr_send_imm_layout = {
	.clause = HDR_7,
	.also = { HDR_1, HDR_6, HDR_8 },
	.text = "The device cuts a SEND_IMM into packets as the clause says, for sizes around the "
		"MTU",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.axis = { .name = "bytes", .list = AXIS_LIST(0, 1, 3, 1023, 1024, 1025, 3072) },
	.steps = steps,
};
