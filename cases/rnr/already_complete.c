#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(SEND, MSN(0), IS(msg_attempt, 1), OTHER_PAYLOAD),
	EXPECT(ACK, CUM(1), CMSN(1), STATUS(OK)),
	WAIT_RECEIVES(1, SUCCESS),
	DONE,
};

const struct case_def case_rnr_already_complete = {
	.clause = RNR_3,
	.also = { STRM_2, PLACE_7 },
	.text = "A newer attempt of a message that is complete is ignored",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 2 },
	.steps = steps,
};
