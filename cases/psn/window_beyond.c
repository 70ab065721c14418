#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(AXIS(0)), MSN(0), OTHER_PAYLOAD, IS(path_timestamp, 0x0B1)),
	EXPECT(ACK, CUM(-1), NO_SACK, CMSN(0), IS(ackh_ts_echo, 0x0B1), WITHIN(ACK_REACTION)),
	SEND(WRITE, PSN(0), MSN(0)),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

/* cum is -1: 256 is cum + 257, 8388607 is cum + 2^23, the farthest that lies ahead. */
const struct case_def case_psn_window_beyond = {
	.clause = PSN_6,
	.also = { PSN_3, PSN_8, ACK_2 },
	.text = "A PSN beyond the window is dropped, changes nothing, and makes an ACK due at once",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_COALESCED },
	.axis = { .name = "psn",
		  .list = AXIS_LIST(256, 257, 511, 512, 65535, 65536, 4194304, 8388607) },
	.steps = steps,
};
