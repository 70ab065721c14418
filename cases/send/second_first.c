#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(1)),
	EXPECT(ACK, CUM(0), CMSN(0), STATUS(OK)),
	SEND(SEND, MSN(0)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	WAIT_RECEIVES(2, SUCCESS),
	DONE,
};

const struct case_def case_send_second_first = {
	.clause = SEND_1,
	.also = { PLACE_2, STRM_2, STRM_4 },
	.text = "A SEND that overtakes the one before it lands in its own receive",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .recvs = 2 },
	.steps = steps,
};
