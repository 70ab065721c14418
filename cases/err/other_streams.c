#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, STREAM(1), WRONG_RKEY),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(1), CMSN(0), STATUS(ACCESS)),
	SEND(WRITE, STREAM(2), TIMES(3)),
	EXPECT(ACK, CUM(3)),
	EXPECT(ACK, ABOUT(2), CMSN(3), STATUS(OK)),
	SEND(SEND, STREAM(0)),
	EXPECT(ACK, CUM(4)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(PROBE, STREAM(1)),
	EXPECT(ACK, CUM(4), ABOUT(1), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	SEND(PROBE, STREAM(2)),
	EXPECT(ACK, CUM(4), ABOUT(2), CMSN(3), STATUS(OK)),
	WAIT_RECEIVES(1, SUCCESS),
	DONE,
};

const struct case_def case_err_other_streams = {
	.clause = ERR_3,
	.text = "An error on one stream leaves the others untouched",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 1 },
	.steps = steps,
};
