#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE_IMM, PAYLOAD(2049), IS(imm_immediate, 0x11223344)),
	POST(SEND_IMM, PAYLOAD(2048), IS(imm_immediate, 0x55667788)),
	WAIT_WORK(2, SUCCESS),
	CHECK_COUNT(2, WRITE, IS(msg_last, 0), PAYLOAD(1024)),
	CHECK_COUNT(1, WRITE_IMM, IS(msg_last, 1), PAYLOAD(1), IS(imm_immediate, 0x11223344)),
	CHECK_COUNT(1, SEND, IS(msg_last, 0), PAYLOAD(1024)),
	CHECK_COUNT(1, SEND_IMM, IS(msg_last, 1), PAYLOAD(1024), IS(imm_immediate, 0x55667788)),
	CHECK_COUNT(5, ANY_SEQ),
	DONE,
};

const struct case_def case_hdr_imm_on_last = {
	.clause = HDR_7,
	.also = { HDR_8 },
	.text = "The device puts `last` and the immediate on the last packet alone",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
