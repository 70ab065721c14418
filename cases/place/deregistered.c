#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(WRITE, MSN(1), PART(0, 2)),
	EXPECT(ACK, CUM(1), CMSN(1), STATUS(OK)),
	CALL(DEREGISTER),
	SEND(WRITE, MSN(1), PART(1, 2)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(ACCESS), STATUS_MSN(1)),
	DONE,
};

const struct case_def case_place_deregistered = {
	.clause = PLACE_9,
	.also = { PLACE_4 },
	.text = "A WRITE into a region that has been deregistered is refused with ACCESS",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
