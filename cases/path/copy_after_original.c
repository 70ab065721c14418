#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PATH(0), PSN(0), MSN(0), PART(0, 2)),
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	SEND(WRITE, PATH(1), PSN(0), MSN(0), PART(0, 2), OTHER_PAYLOAD, IS(path_rerouted, 1),
	     IS(reroute_orig_path, 0), REL(reroute_orig_psn, REL_PSN, 0)),
	EXPECT(ACK, PATH(1), CUM(0), NO_SACK, CMSN(0), STATUS(OK)),
	SEND(WRITE, PATH(0), PSN(1), MSN(0), PART(1, 2)),
	EXPECT(ACK, PATH(0), CUM(1), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_path_copy_after_original = {
	.clause = PATH_7,
	.also = { PLACE_7 },
	.text = "A rerouted copy of an accepted packet is acknowledged and otherwise ignored",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.steps = steps,
};
