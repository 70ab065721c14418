#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(1024)),
	WAIT_SENT(1),
	SEND(ACK, IS(base_psn, 0), CUM(0), CMSN(1), IS(ackh_ts_echo, 0)),
	WAIT_WORK(1, SUCCESS),
	PAUSE(200000),
	SEND(ACK, IS(base_psn, 1), CUM(0), CMSN(1), ECHO_SEEN),
	POST(WRITE, PAYLOAD(1024)),
	WAIT_SENT(3),
	CHECK(check_timer_doubles),
	DONE,
};

/* Its time would make the timer far too slow. */
const struct case_def case_hdr_rtt_once = {
	.clause = HDR_4,
	.also = { RTX_5 },
	.text = "An ACK that acknowledges nothing for the first time gives no round trip",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true, .rto = RTO_SHORT },
	.steps = steps,
};
