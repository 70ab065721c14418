#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, STREAM(4), TIMES(3)),
	EXPECT(ACK, ABOUT(4), CMSN(3)),
	SEND(WRITE, STREAM(5), WRONG_RKEY),
	EXPECT(ACK, ABOUT(5), CMSN(0), STATUS(ACCESS)),
	SEND(PROBE, PATH(1), STREAM(4)),
	EXPECT(ACK, PATH(1), ABOUT(4), CMSN(3), STATUS(OK)),
	SEND(PROBE, PATH(1), STREAM(5)),
	EXPECT(ACK, PATH(1), ABOUT(5), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	SEND(PROBE, PATH(1), STREAM(6)),
	EXPECT(ACK, PATH(1), ABOUT(6), CMSN(0), STATUS(OK)),
	DONE,
};

const struct case_def case_probe_stream_state = {
	.clause = PROBE_1,
	.also = { ERR_1, ACK_6 },
	.text = "The answer to a PROBE tells what has become of the stream it names",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
