#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PATH(1), PSN(0), MSN(0), IS(path_rerouted, 1), IS(reroute_orig_path, 0),
	     REL(reroute_orig_psn, REL_PSN, 0)),
	EXPECT(ACK, PATH(1), CUM(0), NO_SACK),
	SEND(NOP, PATH(0), PSN(1)),
	EXPECT(ACK, PATH(0), CUM(1), NO_SACK),
	SEND(WRITE, PATH(0), PSN(0), MSN(0), OTHER_PAYLOAD),
	EXPECT(ACK, PATH(0), CUM(1), NO_SACK),
	DONE,
};

const struct case_def case_path_copy_stands_for_original = {
	.clause = PATH_7,
	.also = { PSN_5 },
	.text = "A rerouted packet counts as accepted on its original path, too",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.steps = steps,
};
