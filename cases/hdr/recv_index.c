#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(100)),
	POST(SEND, PAYLOAD(100)),
	POST(WRITE_IMM, PAYLOAD(100)),
	POST(WRITE, PAYLOAD(100)),
	POST(SEND_IMM, PAYLOAD(1500)),
	POST(SEND, STREAM(1), PAYLOAD(100)),
	WAIT_WORK(6, SUCCESS),
	CHECK_COUNT(1, SEND, STREAM(0), MSN(1), IS(recv_index, 0)),
	CHECK_COUNT(1, WRITE_IMM, STREAM(0), MSN(2), IS(recv_index, 1)),
	CHECK_COUNT(1, SEND, STREAM(0), MSN(4), IS(recv_index, 2)),
	CHECK_COUNT(1, SEND_IMM, STREAM(0), MSN(4), IS(recv_index, 2)),
	CHECK_COUNT(1, SEND, STREAM(1), MSN(0), IS(recv_index, 0)),
	CHECK(check_data_arrived),
	DONE,
};

const struct case_def case_hdr_recv_index = {
	.clause = HDR_6,
	.also = { SEND_1, STRM_1 },
	.text = "The device counts in recv_index the receives of earlier SEND and WRITE_IMM of the "
		"stream",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
