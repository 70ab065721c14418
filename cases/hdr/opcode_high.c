#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, IS(base_opcode, AXIS(0))),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_hdr_opcode_high = {
	.clause = HDR_3,
	.text = "A packet of an opcode between or above those defined is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.axis = { .name = "opcode",
		  .list = AXIS_LIST(0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF3, 0xF4, 0xF5, 0xF6,
				    0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF) },
	.steps = steps,
};
