#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	CALL(CLOSE),
	EXPECT(CLOSE, PATH(0), PSN(0), IS(closeh_reason, 0)),
	EXPECT(CLOSE, PATH(1), PSN(0), IS(closeh_reason, 0)),
	EXPECT(CLOSE, PATH(2), PSN(0), IS(closeh_reason, 0)),
	EXPECT(CLOSE, PATH(3), PSN(0), IS(closeh_reason, 0)),
	SEND(WRITE, IS(base_ack_req, 1)), /* of a closed connection */
	QUIET(1000, 1u << PKT_ACK),
	DONE,
};

const struct case_def case_life_local_close = {
	.clause = LIFE_2,
	.also = { LIFE_1 },
	.text = "On local close CLOSE goes out on each live path with the device's initial_psn of "
		"it",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .paths = 4 },
	.steps = steps,
};
