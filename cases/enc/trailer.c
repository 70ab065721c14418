#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, IS(W_TRAILER, AXIS(0))),
	EXPECT(ACK, CUM(0), NO_SACK),
	SEND(WRITE, PAYLOAD(5), IS(W_TRAILER, AXIS(0))),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_enc_trailer = {
	.clause = ENC_10,
	.also = { PLACE_3 },
	.text = "Bytes behind the IP datagram, as a link pads short frames, are ignored",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.axis = { .name = "bytes", .from = 0, .to = 18 },
	.steps = steps,
};
