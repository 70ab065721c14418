#include "harness/case.h"

static const struct step steps[] = {
	RECV(PAYLOAD(0)),          SEND(SEND, PAYLOAD(0)),
	EXPECT(ACK, CUM(0)),       EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	WAIT_RECEIVES(1, SUCCESS), DONE,
};

const struct case_def case_send_empty_receive = {
	.clause = SEND_3,
	.text = "A zero-length SEND completes into a receive without bytes",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
