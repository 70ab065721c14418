#include "harness/case.h"

static const struct step steps[] = {
	POST(SEND, STREAM(3), PAYLOAD(100)),
	WAIT_SENT(1),
	SEND(ACK, CUM(0), ABOUT(3), STATUS(RNR), STATUS_MSN(0), IS(ackh_rnr_delay, 2000000)),
	POST(SEND, STREAM(4), PAYLOAD(100)),
	EXPECT(SEND, STREAM(4)),
	POST(WRITE, STREAM(3), PAYLOAD(100)),
	EXPECT(WRITE, STREAM(3)),
	CHECK_COUNT(1, SEND, STREAM(3)),
	DONE,
};

/* The refused SEND itself would go out again after two seconds. */
const struct case_def case_rnr_others_start = {
	.clause = RNR_5,
	.also = { RNR_2 },
	.text = "The device starts work of other streams while one waits for a receive",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true },
	.steps = steps,
};
