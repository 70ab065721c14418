#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(AXIS(0))),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(AXIS(0))),
	SEND(WRITE, MSN(0)), /* messages before it still complete */
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(INVALID), STATUS_MSN(AXIS(0))),
	DONE,
};

const struct case_def case_strm_window_beyond = {
	.clause = STRM_6,
	.also = { ERR_1 },
	.text = "A message at or beyond cmsn + msg_window is refused with INVALID",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .msg_window = 8 },
	.axis = { .name = "msn", .list = AXIS_LIST(8, 9, 15, 16, 65536, 0x7FFFFFF0) },
	.steps = steps,
};
