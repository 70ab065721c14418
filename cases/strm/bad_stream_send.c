#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, STREAM(16), IS(msg_msn, 0)),
	EXPECT(ACK, CUM(0), ABOUT(16), STATUS(BAD_STREAM), IS(ackh_cmsn, 0),
	       IS(ackh_status_msn, 0)),
	SEND(SEND, MSN(0)), /* stream 0 is what 16 is modulo 16 */
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	WAIT_RECEIVES(1, SUCCESS),
	DONE,
};

const struct case_def case_strm_bad_stream_send = {
	.clause = STRM_8,
	.text = "A SEND of a stream that does not exist consumes nothing",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .streams = 16, .recvs = 2 },
	.steps = steps,
};
