#include "harness/case.h"

static const struct step steps[] = {
	IMPAIR(NTH(0), DROP),
	IMPAIR(PEER_PACKETS(0, 0), DROP),
	IMPAIR(ACKS(0, 1), DROP),
	POST(ATOMIC_FADD, TIMES(3)),
	WAIT_WORK(3, SUCCESS),
	CHECK(check_data_fetched),
	CHECK(check_work_in_order, CLAUSE(STRM_4)),
	DONE,
};

const struct case_def case_atom_fetch_lost = {
	.clause = STRM_5,
	.also = { STRM_4, RTX_7 },
	.text = "An ATOMIC of the device completes once though request, response or ACK is lost",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .ops = REF_OP_ATOMIC, .rto = RTO_SHORT },
	.steps = steps,
};
