#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(AXIS(0))),
	POST(SEND, PAYLOAD(AXIS(0))),
	WAIT_WORK(2, SUCCESS),
	CHECK(check_data_arrived),
	DONE,
};

/* A packet with another CRC is discarded by the peer and never completes. */
const struct case_def case_crc_sent = {
	.clause = CRC_1,
	.also = { ENC_9 },
	.text = "The device ends every packet in the right CRC, whatever its length",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.axis = { .name = "bytes", .list = AXIS_LIST(0, 1, 2, 3, 4, 5, 1021, 1022, 1023, 1024) },
	.steps = steps,
};
