#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PATH(0), IS(path_timestamp, 0x10101010)),
	EXPECT(ACK, PATH(0), CUM(0), IS(ackh_ts_echo, 0x10101010)),
	SEND(NOP, PATH(1), IS(path_timestamp, 0x20202020)),
	EXPECT(ACK, PATH(1), CUM(0), IS(ackh_ts_echo, 0x20202020)),
	SEND(PROBE, PATH(0), IS(path_timestamp, 0)),
	EXPECT(ACK, PATH(0), CUM(0), IS(ackh_ts_echo, 0)),
	SEND(PROBE, PATH(1), IS(path_timestamp, 0x30303030)),
	EXPECT(ACK, PATH(1), CUM(0), IS(ackh_ts_echo, 0x30303030)),
	DONE,
};

const struct case_def case_hdr_ts_echo_per_path = {
	.clause = HDR_4,
	.text = "Each path echoes its own timestamps; 0 is echoed as such",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
