#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, STREAM(2), WRONG_RKEY, PAYLOAD(100)),
	WAIT_SENT(1),
	SEND(ACK, IS(base_psn, 0), CUM(0), ABOUT(0), CMSN(0)),
	EXPECT(PROBE, STREAM(2)),
	CHECK(check_no_more_work),
	SEND(ACK, IS(base_psn, 1), CUM(0), ABOUT(2), STATUS(ACCESS), STATUS_MSN(0)),
	WAIT_WORK(1, ACCESS),
	DONE,
};

/* The packet is acknowledged by an ACK that speaks of another stream. */
const struct case_def case_err_report_lost = {
	.clause = ERR_4,
	.also = { PROBE_2 },
	.text = "The device asks for a lost error report with a PROBE, and completes nothing as "
		"good",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true, .rto = RTO_SHORT },
	.steps = steps,
};
