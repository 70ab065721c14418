#include "harness/case.h"

#define ONE POST(WRITE, PAYLOAD(100)), PAUSE(400)

static const struct step steps[] = {
	ONE,
	ONE,
	ONE,
	ONE,
	ONE,
	ONE,
	ONE,
	ONE,
	ONE,
	ONE,
	ONE,
	ONE,
	ONE,
	ONE,
	ONE,
	ONE,
	EXPECT(WRITE, PSN(0), IS(base_rtx, 1)),
	CHECK(check_timer_doubles),
	DONE,
};

const struct case_def case_rtx_timer_goes_on = {
	.clause = RTX_5,
	.text = "New packets do not put off the timer of the oldest",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
	.need = { .paths = 1, .mute_peer = true, .rto = RTO_SHORT },
	.steps = steps,
};
