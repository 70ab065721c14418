#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_place_write_right = {
	.clause = PLACE_4,
	.text = "A region with the right to write alone takes a WRITE",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .rights = REF_REMOTE_WRITE },
	.steps = steps,
};
