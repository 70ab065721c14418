#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), IS(base_rtx, 1), IS(W_NO_CRC, 1)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(1), MSN(1)),
	EXPECT(ACK, CUM(-1), SACKED(1), CMSN(0)),
	SEND(WRITE, PSN(0), MSN(0), IS(base_rtx, 1)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	DONE,
};

const struct case_def case_crc_bad_retransmission = {
	.clause = CRC_2,
	.also = { RTX_3 },
	.text = "A retransmission with a wrong CRC is discarded like a first sending",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
