#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PATH(AXIS(0)), TIMES(3)),
	EXPECT(ACK, PATH(AXIS(0)), CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(3), STATUS(OK)),
	SEND(CLOSE, PATH(AXIS(0))),
	QUIET(1000, 1u << PKT_CLOSE),
	WAIT_CLOSED,
	SEND(WRITE, PATH(0), OTHER_PAYLOAD, IS(base_ack_req, 1)), /* of a closed connection */
	QUIET(1000, 1u << PKT_ACK),
	DONE,
};

const struct case_def case_life_right_close = {
	.clause = LIFE_2,
	.also = { LIFE_1, ACK_7 },
	.text = "A CLOSE with the initial_psn of its path ends the connection, unanswered",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .paths = 4 },
	.axis = { .name = "path", .from = 0, .to = 3 },
	.steps = steps,
};
