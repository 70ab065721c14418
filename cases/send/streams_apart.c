#include "harness/case.h"

static const struct step steps[] = {
	RECV(STREAM(3)),
	RECV(STREAM(5)),
	RECV(STREAM(3)),
	SEND(SEND, STREAM(3)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(3), CMSN(1), STATUS(OK)),
	SEND(SEND, STREAM(3)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(3), CMSN(2), STATUS(OK)),
	SEND(SEND, STREAM(5)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(5), CMSN(1), STATUS(OK)),
	WAIT_RECEIVES(3, SUCCESS),
	DONE,
};

const struct case_def case_send_streams_apart = {
	.clause = SEND_1,
	.also = { STRM_4 },
	.text = "recv_index counts the receives of its own stream only",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
