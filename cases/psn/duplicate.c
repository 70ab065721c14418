#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, PSN(0), MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(SEND, PSN(0), MSN(0), IS(base_rtx, 1), IS(path_timestamp, 0xD0B1)),
	EXPECT(ACK, CUM(0), NO_SACK, CMSN(1), STATUS(OK), IS(ackh_ts_echo, 0xD0B1),
	       WITHIN(ACK_REACTION)),
	WAIT_RECEIVES(1, SUCCESS),
	DONE,
};

const struct case_def case_psn_duplicate = {
	.clause = PSN_5,
	.also = { ACK_2, STRM_4 },
	.text = "A duplicate makes an ACK due at once and changes nothing else",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 2, .acks = ACKS_COALESCED },
	.steps = steps,
};
