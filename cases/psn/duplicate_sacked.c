#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(5), MSN(5)),
	EXPECT(ACK, CUM(-1), SACKED(5), CMSN(0)),
	SEND(WRITE, PSN(5), MSN(5), OTHER_PAYLOAD, IS(path_timestamp, 0xD0B2)),
	EXPECT(ACK, CUM(-1), SACKED(5), CMSN(0), IS(ackh_ts_echo, 0xD0B2), WITHIN(ACK_REACTION)),
	DONE,
};

const struct case_def case_psn_duplicate_sacked = {
	.clause = PSN_5,
	.also = { ACK_2, PLACE_7 },
	.text = "A duplicate of a packet beyond a gap makes an ACK due at once and changes nothing",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_COALESCED },
	.steps = steps,
};
