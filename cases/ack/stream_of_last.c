#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, STREAM(5)),
	EXPECT(ACK, ABOUT(5), CMSN(1), STATUS(OK)),
	SEND(WRITE, STREAM(6), MSN(0), PART(0, 2)), /* changes nothing of stream 6 */
	EXPECT(ACK, CUM(1), ABOUT(6), CMSN(0), STATUS(OK)),
	SEND(NOP, IS(base_ack_req, 1)), /* has no stream */
	EXPECT(ACK, CUM(2), ABOUT(6), CMSN(0), STATUS(OK)),
	SEND(NOP, PATH(1), IS(base_ack_req, 1)), /* nothing accepted before on this path */
	EXPECT(ACK, PATH(1), CUM(0), ABOUT(0), CMSN(0), STATUS(OK)),
	DONE,
};

const struct case_def case_ack_stream_of_last = {
	.clause = ACK_6,
	.text = "Without news an ACK speaks of the stream of the last accepted packet of the path",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
