#include "harness/case.h"

static const struct step steps[] = {
	SEND(READ_REQ, MSN(0), IS(msg_length, 65536), AT(0)),
	EXPECT(READ_RESP, MSN(0), IS(msg_last, 1)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	CHECK(check_all_paths_used),
	CHECK(check_psn_contiguous, CLAUSE(PSN_1)),
	CHECK(check_no_repairs),
	CHECK(check_data_read, CLAUSE(READ_1)),
	DONE,
};

const struct case_def case_read_spread = {
	.clause = READ_2,
	.also = { PSN_1, READ_1, PATH_1 },
	.text = "The responses to a READ are spread over all paths, numbered on each",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_READ },
	.steps = steps,
};
