#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	WAIT_RECEIVES(1, SUCCESS),
	SEND(SEND, MSN(0), OTHER_PAYLOAD),
	EXPECT(ACK, CUM(1), CMSN(1), STATUS(OK)),
	SEND(SEND, PATH(1), MSN(0), OTHER_PAYLOAD),
	EXPECT(ACK, PATH(1), CUM(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_place_late_send = {
	.clause = PLACE_7,
	.also = { STRM_2, STRM_4 },
	.text = "A late packet of a completed SEND does not touch the buffer, which is the "
		"application's again",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 2 },
	.steps = steps,
};
