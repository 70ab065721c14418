#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0), PART(1, 2), AT(8192),
	     PAYLOAD(64)), /* the first would end with the region */
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_place_range_second_packet = {
	.clause = PLACE_4,
	.also = { PLACE_3 },
	.text = "A WRITE that leaves its region with its last packet is refused",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .region = 8192 },
	.steps = steps,
};
