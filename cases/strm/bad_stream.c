#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, STREAM(AXIS(0)), IS(msg_msn, 5)),
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK, ABOUT(AXIS(0)), STATUS(BAD_STREAM), IS(ackh_cmsn, 5),
	       IS(ackh_status_msn, 5)),
	SEND(WRITE),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_strm_bad_stream = {
	.clause = STRM_8,
	.also = { PLACE_3 },
	.text = "A packet of a stream that does not exist is answered with BAD_STREAM and its own "
		"msn",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .streams = 16 },
	.axis = { .name = "stream", .list = AXIS_LIST(16, 17, 32, 256, 32768, 65535) },
	.steps = steps,
};
