#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, IS(path_timestamp, AXIS(0))),
	EXPECT(ACK, CUM(0), IS(ackh_ts_echo, AXIS(0))),
	SEND(PROBE, IS(path_timestamp, AXIS(1))),
	EXPECT(ACK, CUM(0), IS(ackh_ts_echo, AXIS(1))),
	DONE,
};

const struct case_def case_hdr_ts_echo = {
	.clause = HDR_4,
	.text = "The timestamp of the packet that came last is echoed bit for bit",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.axis = { .name = "timestamp",
		  .list = AXIS_LIST(0x00000001, 0x7FFFFFFF, 0x80000000, 0x12345678, 0xFFFFFFFE) },
	.steps = steps,
};
