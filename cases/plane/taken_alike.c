#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PATH(0), MSN(0), PART(0, 4)),   SEND(WRITE, PATH(1), MSN(0), PART(1, 4)),
	SEND(WRITE, PATH(2), MSN(0), PART(2, 4)),   SEND(WRITE, PATH(3), MSN(0), PART(3, 4)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)), DONE,
};

const struct case_def case_plane_taken_alike = {
	.clause = PLANE_3,
	.also = { PLACE_1, STRM_2 },
	.text = "The packets of one message are taken from all planes alike",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .planes = 2 },
	.steps = steps,
};
