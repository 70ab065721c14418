#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, IS(base_partition, AXIS(0))),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_hdr_partition_values = {
	.clause = HDR_3,
	.text = "A packet of a partition that differs in any part is discarded",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.axis = { .name = "partition", .list = AXIS_LIST(0, 0x00FF, 0xFF00, 0x7FFF) },
	.steps = steps,
};
