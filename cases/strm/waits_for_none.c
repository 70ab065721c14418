#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, STREAM(0), MSN(1)), /* MSN 0 is missing */
	EXPECT(ACK, CUM(0), ABOUT(0), CMSN(0)),
	SEND(WRITE, STREAM(1), MSN(0), PART(0, 2)), /* its second half is missing */
	EXPECT(ACK, CUM(1), ABOUT(1), CMSN(0)),
	SEND(WRITE, PSN(5), STREAM(2), MSN(0)), /* behind a gap of the path */
	EXPECT(ACK, CUM(1), SACKED(3)),
	EXPECT(ACK, ABOUT(2), CMSN(1), STATUS(OK)),
	RECV(STREAM(3)),
	SEND(SEND, PATH(1), STREAM(3)),
	EXPECT(ACK, PATH(1), CUM(0)),
	EXPECT(ACK, ABOUT(3), CMSN(1), STATUS(OK)),
	WAIT_RECEIVES(1, SUCCESS),
	DONE,
};

const struct case_def case_strm_waits_for_none = {
	.clause = STRM_3,
	.also = { PSN_4 },
	.text = "A gap in one stream delays no message of another",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
