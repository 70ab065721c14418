#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PSN(0), IS(base_opcode, AXIS(0))),
	QUIET(1000, 1u << PKT_ACK),
	SEND(NOP, PSN(1)), /* opens a gap: PSN 0 has not been taken */
	EXPECT(ACK, CUM(-1), SACKED(1)),
	DONE,
};

const struct case_def case_hdr_opcode_bare = {
	.clause = HDR_3,
	.text = "A packet of an unknown opcode without further headers is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.axis = { .name = "opcode",
		  .list = AXIS_LIST(0x00, 0x64, 0xC9, 0xDF, 0xEA, 0xEF, 0xF3, 0xF9, 0xFF) },
	.steps = steps,
};
