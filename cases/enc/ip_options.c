#include "harness/case.h"

static const struct step steps[] = {
	SEND(NOP, PATH(1), IS(W_IP_OPTION, 1)),
	SEND(WRITE, PATH(0), MSN(0)),
	EXPECT(ACK, PATH(0), CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK), CLAUSE(PLACE_1)),
	DONE,
};

const struct case_def case_enc_ip_options = {
	.clause = ENC_14,
	.also = { ROB_1 },
	.text = "A packet with IPv4 options is taken or discarded, and does no harm",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .family = 4, .open_path = 1 },
	.steps = steps,
};
