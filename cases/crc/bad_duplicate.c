#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD,
	     IS(W_NO_CRC, 1)), /* its timestamp is echoed nowhere */
	PAUSE(1000),
	SEND(WRITE, PSN(1), MSN(1)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	DONE,
};

const struct case_def case_crc_bad_duplicate = {
	.clause = CRC_2,
	.also = { PSN_5 },
	.text = "A packet with a wrong CRC under a PSN already accepted leaves no trace",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
