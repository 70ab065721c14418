#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, PATH(1), PSN(0), MSN(0), IS(msg_length, 1024), AT(0), IS(path_rerouted, 1),
	     IS(reroute_orig_path, 0), REL(reroute_orig_psn, REL_PSN, 0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(READ_REQ, PATH(0), PSN(0), MSN(0), IS(msg_length, 1024), AT(0)),
	EXPECT(ACK, PATH(0), CUM(0), CLAUSE(PATH_7)),
	WAIT_QUIET(500),
	CHECK_COUNT(1, READ_RESP, IS(base_rtx, 0)),
	DONE,
};

const struct case_def case_read_rerouted_twice = {
	.clause = READ_1,
	.also = { PATH_7 },
	.text = "A READ whose request arrives on its own path and as a rerouted copy is answered "
		"once",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_READ, .acks = ACKS_EVERY },
	.steps = steps,
};
