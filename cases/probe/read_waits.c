#include "harness/case.h"

static const struct step steps[] = {
	POST(READ_REQ, STREAM(3), PAYLOAD(64)),
	WAIT_SENT(1),
	SEND(ACK, CUM_SEEN, ECHO_SEEN, ABOUT(3), CMSN(0)),
	EXPECT(PROBE, STREAM(3), IS(base_rtx, 0)),
	SEND(READ_RESP, STREAM(3), MSN(0), PAYLOAD(64)),
	WAIT_WORK(1, SUCCESS),
	CHECK(check_data_fetched, CLAUSE(READ_4)),
	DONE,
};

const struct case_def case_probe_read_waits = {
	.clause = PROBE_2,
	.also = { READ_4, STRM_5 },
	.text = "A READ acknowledged and not answered is asked for after one RTO",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_READ, .paths = 1, .mute_peer = true, .rto = RTO_SHORT },
	.steps = steps,
};
