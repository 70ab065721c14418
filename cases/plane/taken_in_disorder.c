#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, PATH(3), MSN(0), PSN(1), PART(3, 4)),
	SEND(SEND, PATH(0), MSN(0), PSN(0), PART(2, 4)),
	SEND(SEND, PATH(3), MSN(0), PSN(1), PART(3, 4), IS(base_rtx, 1)),
	SEND(SEND, PATH(1), MSN(0), PSN(0), PART(1, 4)),
	SEND(SEND, PATH(3), MSN(0), PSN(0), PART(0, 4)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	WAIT_RECEIVES(1, SUCCESS),
	DONE,
};

const struct case_def case_plane_taken_in_disorder = {
	.clause = PLANE_3,
	.also = { PLACE_2, PSN_4 },
	.text = "The packets of one message are taken from all planes in any order, twice or not",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .planes = 2, .recvs = 1, .recv_bytes = 4096 },
	.steps = steps,
};
