#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), IS(ackh_cmsn, 0xFFFFFFFF), STATUS(OK)),
	SEND(WRITE),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), IS(ackh_cmsn, 0), STATUS(OK)),
	SEND(WRITE, TIMES(2)),
	EXPECT(ACK, CUM(3)),
	EXPECT(ACK, ABOUT(0), IS(ackh_cmsn, 2), STATUS(OK)),
	SEND(WRITE, IS(msg_msn, 0xFFFFFFFF), OTHER_PAYLOAD), /* from before the wrap: complete */
	EXPECT(ACK, CUM(4), IS(ackh_cmsn, 2), STATUS(OK)),
	DONE,
};

const struct case_def case_strm_msn_wrap = {
	.clause = PSN_8,
	.also = { STRM_2 },
	.text = "Message numbers go on across the wrap from 0xFFFFFFFF to 0",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .has_msn = true, .msn = 0xFFFFFFFE },
	.steps = steps,
};
