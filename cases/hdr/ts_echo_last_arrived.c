#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(1), IS(path_timestamp, 0xAAAA0001)),
	EXPECT(ACK, CUM(-1), SACKED(1), IS(ackh_ts_echo, 0xAAAA0001)),
	SEND(NOP, PSN(0), IS(path_timestamp, 0x00000005)), /* lower PSN, smaller value, later */
	EXPECT(ACK, CUM(1), NO_SACK, IS(ackh_ts_echo, 0x00000005)),
	SEND(NOP, PSN(1), IS(path_timestamp, 0x00000009)), /* a duplicate has arrived as well */
	EXPECT(ACK, CUM(1), NO_SACK, IS(ackh_ts_echo, 0x00000009)),
	SEND(NOP, PSN(400), IS(path_timestamp, 0x00000007)), /* and one out of window */
	EXPECT(ACK, CUM(1), NO_SACK, IS(ackh_ts_echo, 0x00000007)),
	DONE,
};

const struct case_def case_hdr_ts_echo_last_arrived = {
	.clause = HDR_4,
	.also = { PSN_6 },
	.text = "ts_echo is of the packet that arrived last, not of the highest PSN",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
