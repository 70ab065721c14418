#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(4096)),
	WAIT_SENT(4),
	CALL(REPATH, PATH(0)),
	POST(WRITE, PAYLOAD(1024)),
	EXPECT(WRITE, PSN(4)),
	SEND(ACK, IS(base_psn, 0), CUM(-1), SACKED(4)),
	QUIET(3000, KINDS_SEQ),
	SEND(ACK, IS(base_psn, 1), CUM(4), CMSN(2)),
	WAIT_WORK(2, SUCCESS),
	CHECK(check_port_changed, PATH(0), CLAUSE(PATH_3)),
	DONE,
};

const struct case_def case_path_old_port = {
	.clause = PATH_4,
	.also = { PATH_3, RTX_2 },
	.text = "The device holds nothing sent under an old source port lost for what the new one "
		"brings",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
