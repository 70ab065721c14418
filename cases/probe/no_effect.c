#include "harness/case.h"

static const struct step steps[] = {
	SEND(PROBE, IS(base_psn, AXIS(0)), IS(msg_last, 1)),
	EXPECT(ACK, CUM(-1), NO_SACK, CMSN(0), STATUS(OK)),
	SEND(PROBE, IS(base_psn, AXIS(0)), IS(msg_last, 1)), /* the same number again */
	EXPECT(ACK, CUM(-1), NO_SACK, CMSN(0), STATUS(OK)),
	SEND(WRITE, PSN(0), MSN(0)),
	EXPECT(ACK, CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_probe_no_effect = {
	.clause = PROBE_1,
	.also = { ACK_7 },
	.text = "A PROBE changes no sequence, message or memory state, whatever its numbers",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .has_psn = true, .psn = 1000 },
	.axis = { .name = "number", .list = AXIS_LIST(0, 999, 1000, 1001, 1255, 0xFFFFFF) },
	.steps = steps,
};
