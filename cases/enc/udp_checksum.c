#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PAYLOAD(61), SEAL(WIRE_SEAL_UDP)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(WRITE, PAYLOAD(61)), /* zero: no checksum */
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	DONE,
};

const struct case_def case_enc_udp_checksum = {
	.clause = ENC_15,
	.text = "A right UDP checksum and a zero one are both taken",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
