#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(2)),
	EXPECT(ACK, CUM(0), CMSN(0), STATUS(OK)),
	SEND(WRITE, MSN(1)),
	EXPECT(ACK, CUM(1), CMSN(0), STATUS(OK)),
	SEND(WRITE, MSN(3), PART(0, 2)),
	EXPECT(ACK, CUM(2), CMSN(0), STATUS(OK)),
	SEND(WRITE, MSN(0)),
	EXPECT(ACK, CUM(3)),
	EXPECT(ACK, ABOUT(0), CMSN(3), STATUS(OK)),
	SEND(WRITE, MSN(3), PART(1, 2)),
	EXPECT(ACK, CUM(4)),
	EXPECT(ACK, ABOUT(0), CMSN(4), STATUS(OK)),
	DONE,
};

const struct case_def case_strm_msn_order = {
	.clause = STRM_2,
	.text = "Messages complete in msn order, whatever order they come in",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
