#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PATH(0), PSN(1), MSN(0), PART(2, 4), IS(msg_length, 3172)),
	EXPECT(ACK, PATH(0), CUM(-1), SACKED(1), CMSN(0)),
	SEND(WRITE, PATH(1), PSN(4), MSN(0), PART(0, 4), IS(msg_length, 3172)),
	EXPECT(ACK, PATH(1), CUM(-1), SACKED(4), CMSN(0)),
	SEND(WRITE, PATH(2), PSN(9), MSN(0), PART(1, 4), IS(msg_length, 3172)),
	EXPECT(ACK, PATH(2), CUM(-1), SACKED(9), CMSN(0)),
	SEND(WRITE, PATH(3), PSN(200), MSN(0), PART(3, 4), PAYLOAD(100)),
	EXPECT(ACK, PATH(3), CUM(-1), SACKED(200)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_place_split_over_paths = {
	.clause = PLACE_1,
	.also = { PSN_4, STRM_2 },
	.text = "A WRITE spread over all paths with a gap on each is placed as it comes",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
