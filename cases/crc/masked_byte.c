#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, IS(base_rsvd32, AXIS(0))),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(WRITE, FLIP_FIELD(base_rsvd32)), /* changed after the CRC was made */
	EXPECT(ACK, CUM(1), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	DONE,
};

const struct case_def case_crc_masked_byte = {
	.clause = CRC_3,
	.also = { CRC_1, HDR_2 },
	.text = "Byte 4 of the base header is outside the CRC and ignored, whatever it holds",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.axis = { .name = "value", .list = AXIS_LIST(0x00, 0x01, 0x40, 0x80, 0xFF) },
	.steps = steps,
};
