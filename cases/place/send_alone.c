#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(2), PART(AXIS(0), 3)),
	EXPECT(ACK, CUM(0), NO_SACK, CMSN(0), STATUS(OK)),
	DONE,
};

const struct case_def case_place_send_alone = {
	.clause = PLACE_2,
	.also = { SEND_1, PLACE_3 },
	.text = "Any packet of a SEND is placed at its offset without anything of the messages "
		"before it",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .recvs = 3, .recv_bytes = 3072 },
	.axis = { .name = "packet", .from = 0, .to = 2 },
	.steps = steps,
};
