#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PATH(0), PSN(0)),
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	SEND(NOP, PATH(1), PSN(1)),
	EXPECT(ACK, PATH(1), CUM(-1), SACKED(1)),
	SEND(NOP, PATH(2), PSN(2)),
	EXPECT(ACK, PATH(2), CUM(-1), SACKED(2)),
	SEND(PROBE, PATH(3)),
	EXPECT(ACK, PATH(3), CUM(-1), NO_SACK),
	SEND(NOP, PATH(1), PSN(0)), /* accepted on path 0, new on path 1 */
	EXPECT(ACK, PATH(1), CUM(1), NO_SACK),
	SEND(PROBE, PATH(0)),
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	SEND(PROBE, PATH(2)),
	EXPECT(ACK, PATH(2), CUM(-1), SACKED(2)),
	DONE,
};

const struct case_def case_psn_paths_apart = {
	.clause = PSN_7,
	.text = "What one path receives never shows in another path's state",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 4, .has_psn = true, .psn = 5000 },
	.steps = steps,
};
