#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(64000)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_all_paths_used, CLAUSE(PATH_1)),
	CHECK(check_source_ports),
	DONE,
};

const struct case_def case_enc_source_ports = {
	.clause = ENC_2,
	.also = { PATH_1 },
	.text = "The device sends on every path from a source port of its own",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .paths = 8 },
	.steps = steps,
};
