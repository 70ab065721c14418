#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, AT(100), PAYLOAD(300)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(WRITE, AT(250), PAYLOAD(300)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	SEND(WRITE, PATH(1), STREAM(3), AT(0), PAYLOAD(120)),
	EXPECT(ACK, PATH(1), CUM(0)),
	EXPECT(ACK, ABOUT(3), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_place_overwrite = {
	.clause = PLACE_1,
	.also = { PLACE_10 },
	.text = "A later WRITE over a completed one leaves its own bytes",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
