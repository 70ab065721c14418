#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0), PART(0, 2)),
	SEND(SEND, PATH(1), MSN(0), PART(1, 2)),
	EXPECT(ACK, PATH(1), CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(SEND, PATH(2), MSN(0), PART(1, 2)),
	SEND(SEND, PATH(3), MSN(0), PART(0, 2)),
	EXPECT(ACK, PATH(3), CUM(0), CMSN(1), STATUS(OK)),
	WAIT_RECEIVES(1, SUCCESS),
	DONE,
};

const struct case_def case_strm_completed_once = {
	.clause = STRM_4,
	.also = { STRM_2, PLACE_7 },
	.text = "A message that comes twice under different PSNs and paths completes once",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 2, .recv_bytes = 2048 },
	.steps = steps,
};
