#include "harness/case.h"

static const struct step steps[] = {
	/* at once after each other: an answer awaited in between could take a probe_interval */
	SEND(PROBE, PATH(1), IS(base_rtx, 1)),
	SEND(PROBE, PATH(1), IS(base_rtx, 1)),
	EXPECT(ACK, PATH(1), CUM(-1)),
	SEND(NOP, PATH(1)),
	EXPECT(ACK, PATH(1), CUM(0)),
	SEND(NOP, PATH(0)),
	EXPECT(ACK, PATH(0), OWN_PORT, CUM(0)),
	CHECK(check_port_changed, PATH(1)),
	DONE,
};

const struct case_def case_path_port_turned = {
	.clause = PATH_11,
	.text = "A PROBE whose forerunner had no answer makes the receiver change its own port of "
		"the path, once",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.steps = steps,
};
