#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, AT(0), PAYLOAD(64)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(WRITE, AT(8192 - 64), PAYLOAD(64)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	SEND(WRITE, AT(8191), PAYLOAD(1)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(3), STATUS(OK)),
	DONE,
};

const struct case_def case_place_range_edges = {
	.clause = PLACE_4,
	.also = { PLACE_1 },
	.text = "A WRITE that ends with the region, or begins with it, is placed",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .region = 8192 },
	.steps = steps,
};
