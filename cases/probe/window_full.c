#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, IS(W_NO_CRC, 1)), /* PSN 0 is lost on the way */
	SEND(NOP, TIMES(255)),
	EXPECT(ACK, CUM(-1)),
	SEND(PROBE, STREAM(1), IS(path_timestamp, 0x9002)),
	EXPECT(ACK, CUM(-1), ABOUT(1), CMSN(0), IS(ackh_ts_echo, 0x9002), WITHIN(ACK_REACTION)),
	DONE,
};

const struct case_def case_probe_window_full = {
	.clause = PROBE_1,
	.also = { ACK_2 },
	.text = "A PROBE is answered also when the window is full",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
