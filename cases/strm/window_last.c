#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(7)),
	EXPECT(ACK, CUM(0), CMSN(0), STATUS(OK)),
	SEND(WRITE, MSN(0)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(WRITE, MSN(8)), /* the window has moved by one */
	EXPECT(ACK, CUM(2), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_strm_window_last = {
	.clause = STRM_6,
	.text = "The last message of the window is taken",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .msg_window = 8 },
	.steps = steps,
};
