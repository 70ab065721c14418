#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, IS(base_solicited, AXIS(0))),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	WAIT_RECEIVES(1, SUCCESS),
	DONE,
};

const struct case_def case_hdr_solicited = {
	.clause = HDR_9,
	.text = "solicited of the last packet is handed on with the completion",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .recvs = 1 },
	.axis = { .name = "solicited", .from = 0, .to = 1 },
	.steps = steps,
};
