#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(AXIS(0)), MSN(0), OTHER_PAYLOAD, IS(path_timestamp, 0xBE1)),
	EXPECT(ACK, CUM(-1), NO_SACK, CMSN(0), IS(ackh_ts_echo, 0xBE1), WITHIN(ACK_REACTION)),
	SEND(WRITE, PSN(0), MSN(0)),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

/* cum is -1; -8388608 is cum - 2^23 + 1, the farthest that lies behind. */
const struct case_def case_psn_behind = {
	.clause = PSN_3,
	.also = { PSN_5, PSN_8 },
	.text = "A PSN behind cum is a duplicate, even if never received",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_COALESCED },
	.axis = { .name = "psn", .list = AXIS_LIST(-1, -2, -255, -256, -257, -65536, -8388608) },
	.steps = steps,
};
