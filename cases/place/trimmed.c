#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, IS(W_CUT, AXIS(0)),
	     SEAL(WIRE_SEAL_LENGTHS | WIRE_SEAL_IP)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

/* 64 bytes of payload and the CRC behind it; what is left ends in no CRC. */
const struct case_def case_place_trimmed = {
	.clause = PLACE_8,
	.also = { CRC_2 },
	.text = "A packet trimmed by a switch counts as lost, nothing else",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.axis = { .name = "bytes", .list = AXIS_LIST(4, 32, 64, 68) },
	.steps = steps,
};
