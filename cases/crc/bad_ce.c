#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, IS(ipv4_ecn, 3), IS(W_NO_CRC, 1)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)),
	EXPECT(ACK, CUM(0), IS(ackh_ce_count, 0)),
	EXPECT(ACK, ABOUT(0), CMSN(1)),
	SEND(WRITE, PSN(1), MSN(1), IS(ipv4_ecn, 3)), /* the same with a right CRC does */
	EXPECT(ACK, CUM(1), IS(ackh_ce_count, 1)),
	EXPECT(ACK, ABOUT(0), CMSN(2)),
	DONE,
};

const struct case_def case_crc_bad_ce = {
	.clause = CRC_2,
	.also = { ECN_1 },
	.text = "A marked packet with a wrong CRC does not count as marked",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.steps = steps,
};
