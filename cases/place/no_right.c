#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_place_no_right = {
	.clause = PLACE_4,
	.text = "A WRITE into a region without the right to write is refused with ACCESS",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .rights = REF_REMOTE_READ },
	.steps = steps,
};
