#include "harness/case.h"

#define B8(k)  k, k + 1, k + 2, k + 3, k + 4, k + 5, k + 6, k + 7
#define B32(k) B8(k), B8(k + 8), B8(k + 16), B8(k + 24)
#define B96(k) B32(k), B32(k + 32), B32(k + 64)
/* 1 .. 255 */
#define BITS                                                                                       \
	SACKED(B96(1), B96(97), B32(193), B8(225), B8(233), B8(241), 249, 250, 251, 252, 253, 254, \
	       255)

static const struct step steps[] = {
	SEND(NOP, IS(W_NO_CRC, 1)), /* PSN 0 is lost on the way */
	SEND(NOP, TIMES(255)),
	EXPECT(ACK, CUM(-1), BITS),
	SEND(NOP, PSN(0)),
	EXPECT(ACK, CUM(255), NO_SACK),
	SEND(NOP),
	EXPECT(ACK, CUM(256), NO_SACK),
	DONE,
};

const struct case_def case_sack_full_window = {
	.clause = SACK_1,
	.also = { SACK_2, PSN_3 },
	.text = "When the packet 255 others wait for comes, cum passes them all",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
