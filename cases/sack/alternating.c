#include "harness/case.h"

/* PSNs k, k+2, ... */
#define FOUR(k) \
	SEND(NOP, PSN(k)), SEND(NOP, PSN((k) + 2)), SEND(NOP, PSN((k) + 4)), SEND(NOP, PSN((k) + 6))
#define SIXTEEN(k) FOUR(k), FOUR((k) + 8), FOUR((k) + 16), FOUR((k) + 24)
#define B8(k)      k, k + 2, k + 4, k + 6, k + 8, k + 10, k + 12, k + 14
#define B32(k)     B8(k), B8(k + 16), B8(k + 32), B8(k + 48)
#define BITS       SACKED(B32(1), B32(65), B32(129), B32(193))

static const struct step steps[] = {
	SIXTEEN(1),          SIXTEEN(33),  SIXTEEN(65),
	SIXTEEN(97),         SIXTEEN(129), SIXTEEN(161),
	SIXTEEN(193),        SIXTEEN(225), EXPECT(ACK, CUM(-1), BITS),
	SEND(NOP, PSN(0)), /* cum 1: bits now count from PSN 2, even ones are missing */
	EXPECT(ACK, CUM(1)), DONE,
};

const struct case_def case_sack_alternating = {
	.clause = SACK_2,
	.also = { SACK_1 },
	.text = "Every second packet missing is reported bit by bit across the whole window",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
