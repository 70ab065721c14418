#include "harness/case.h"

static const struct step steps[] = {
	SEND(PROBE, STREAM(AXIS(0)), IS(msg_msn, 7)),
	EXPECT(ACK, CUM(-1), NO_SACK, ABOUT(AXIS(0)), STATUS(BAD_STREAM), IS(ackh_cmsn, 0),
	       IS(ackh_status_msn, 0)),
	SEND(PROBE, STREAM(15)),
	EXPECT(ACK, CUM(-1), NO_SACK, ABOUT(15), CMSN(0), STATUS(OK)),
	DONE,
};

const struct case_def case_strm_bad_stream_probe = {
	.clause = STRM_8,
	.also = { PROBE_1 },
	.text = "A PROBE about a stream that does not exist is answered with BAD_STREAM and msn 0",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .streams = 16 },
	.axis = { .name = "stream", .list = AXIS_LIST(16, 255, 65535) },
	.steps = steps,
};
