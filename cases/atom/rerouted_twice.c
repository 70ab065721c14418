#include "harness/case.h"

static const struct step steps[] = {
	SEND(ATOMIC_FADD, PATH(0), PSN(0), MSN(0), AT(0), IS(operand_swap_or_add, 1)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(ATOMIC_FADD, PATH(1), PSN(0), MSN(0), AT(0), IS(operand_swap_or_add, 1),
	     IS(path_rerouted, 1), IS(reroute_orig_path, 0), REL(reroute_orig_psn, REL_PSN, 0)),
	EXPECT(ACK, PATH(1), CUM(0)),
	SEND(ATOMIC_FADD, PATH(2), PSN(0), MSN(0), AT(0), IS(operand_swap_or_add, 1),
	     IS(path_rerouted, 1), IS(reroute_orig_path, 0), REL(reroute_orig_psn, REL_PSN, 0)),
	EXPECT(ACK, PATH(2), CUM(0)),
	WAIT_QUIET(500),
	CHECK_COUNT(1, ATOMIC_RESP, IS(base_rtx, 0)),
	CHECK(check_atomics),
	DONE,
};

const struct case_def case_atom_rerouted_twice = {
	.clause = ATOM_2,
	.also = { PATH_7, PATH_2 },
	.text = "An ATOMIC that arrives on its own path and as a rerouted copy takes effect once",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_ATOMIC, .acks = ACKS_EVERY },
	.steps = steps,
};
