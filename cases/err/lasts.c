#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, STREAM(2), WRONG_RKEY),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(2), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	SEND(WRITE, STREAM(2), MSN(1), TIMES(20)),
	EXPECT(ACK, CUM(20)),
	EXPECT(ACK, ABOUT(2), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	SEND(PROBE, PATH(3), STREAM(2)),
	EXPECT(ACK, PATH(3), ABOUT(2), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	SEND(WRITE, PATH(1), STREAM(2), MSN(2)),
	EXPECT(ACK, PATH(1), CUM(0)),
	EXPECT(ACK, ABOUT(2), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_err_lasts = {
	.clause = ERR_1,
	.also = { PROBE_1 },
	.text = "An error is reported in every ACK that speaks of the stream, on every path",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
