#include "harness/case.h"

static const struct step steps[] = {
	SEND(PROBE, PATH(1)),
	EXPECT(ACK, PATH(1), OWN_PORT),
	SEND(PROBE, PATH(1)),
	EXPECT(ACK, PATH(1), OWN_PORT),
	SEND(NOP, PATH(1), IS(base_ack_req, 1)),
	EXPECT(ACK, PATH(1), CUM(0), OWN_PORT),
	DONE,
};

const struct case_def case_path_port_kept = {
	.clause = PATH_11,
	.also = { PROBE_1, ENC_2 },
	.text = "A PROBE that follows an answered one is no reason to change the source port",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
