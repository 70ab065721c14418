#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, STREAM(1023)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(1023), CMSN(1), STATUS(OK)),
	SEND(WRITE, STREAM(AXIS(0)), TIMES(3)),
	EXPECT(ACK, CUM(3)),
	EXPECT(ACK, ABOUT(AXIS(0)), CMSN(3), STATUS(OK)),
	SEND(WRITE, PATH(1), STREAM(512)),
	EXPECT(ACK, PATH(1), CUM(0)),
	EXPECT(ACK, ABOUT(512), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_strm_all_at_once = {
	.clause = STRM_7,
	.text = "All streams are usable at once without any exchange before",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .streams = 1024, .msg_window = 4 },
	.axis = { .name = "stream", .list = AXIS_LIST(0, 1, 255, 256, 1022) },
	.steps = steps,
};
