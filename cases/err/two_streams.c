#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, STREAM(3), WRONG_RKEY),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(3), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	SEND(WRITE, STREAM(4)),
	SEND(WRITE, STREAM(4), IS(msg_last, 0), MSN(1)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(4), CMSN(1), STATUS(INVALID), STATUS_MSN(1)),
	SEND(PROBE, STREAM(3)),
	EXPECT(ACK, ABOUT(3), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	SEND(PROBE, STREAM(4)),
	EXPECT(ACK, ABOUT(4), CMSN(1), STATUS(INVALID), STATUS_MSN(1)),
	DONE,
};

const struct case_def case_err_two_streams = {
	.clause = ERR_1,
	.also = { ERR_3 },
	.text = "Each stream keeps an error of its own",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
