#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PATH(1), PSN(300), MSN(900), STREAM(9), TIMES(300)),
	SEND(WRITE, PATH(2), PSN(2), STREAM(4000), MSN(0), TIMES(300)),
	SEND(PROBE, PATH(3), STREAM(60000), TIMES(300)),
	SEND(NOP, PSN(0), IS(base_dst_conn, 0x123456), TIMES(300)),
	CHECK(check_setup_taken),
	SEND(WRITE, PATH(0), PSN(0), MSN(0)),
	EXPECT(ACK, PATH(0), CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

/* Out of the window, streams that do not exist, connections that do not exist. */
const struct case_def case_rob_state_bounded = {
	.clause = ROB_3,
	.also = { STRM_8, LIFE_1 },
	.text = "After a flood that could leave state behind a full-size connection still opens, "
		"and this one runs",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
