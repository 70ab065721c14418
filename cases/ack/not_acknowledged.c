#include "harness/case.h"

static const struct step steps[] = {
	SEND(ACK, IS(base_psn, 0), IS(base_ack_req, 1)),
	QUIET(2000, 1u << PKT_ACK),
	SEND(ACK, IS(base_psn, 1), PATH(2)),
	QUIET(2000, 1u << PKT_ACK),
	SEND(NOP, PSN(0)),
	EXPECT(ACK, CUM(0), NO_SACK),
	DONE,
};

const struct case_def case_ack_not_acknowledged = {
	.clause = ACK_7,
	.text = "An ACK is not acknowledged and takes no PSN",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .mute_peer = true, .acks = ACKS_EVERY },
	.steps = steps,
};
