#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, FLIP_FIELD(AXIS(0)), SEAL(WIRE_SEAL_CRC)),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_hdr_reserved_bits = {
	.clause = HDR_2,
	.text = "A reserved bit that is set is ignored",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.axis = { .name = "field",
		  .list = AXIS_LIST(base_rsvd65, path_rsvd9, path_rsvd16, msg_rsvd17) },
	.steps = steps,
};
