#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(100), TIMES(6)),
	EXPECT(WRITE, MSN(3)),
	PAUSE(1000),
	CHECK_NEVER(WRITE, MSN(4)),
	SEND(ACK, IS(base_psn, 0), CUM(3), CMSN(1)),
	EXPECT(WRITE, MSN(4)),
	PAUSE(1000),
	CHECK_NEVER(WRITE, MSN(5)),
	SEND(ACK, IS(base_psn, 1), CUM(4), CMSN(5)),
	EXPECT(WRITE, MSN(5)),
	SEND(ACK, IS(base_psn, 2), CUM(5), CMSN(6)),
	WAIT_WORK(6, SUCCESS),
	DONE,
};

/* The tester withholds cmsn while it acknowledges every packet. */
const struct case_def case_strm_window = {
	.clause = STRM_6,
	.text = "The device keeps no more than msg_window messages of a stream incomplete",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .msg_window = 4, .mute_peer = true },
	.steps = steps,
};
