#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, MSN(0), PAYLOAD(200)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(LENGTH), STATUS_MSN(0)),
	SEND(SEND, MSN(0), IS(msg_attempt, 1), PAYLOAD(50)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(LENGTH), STATUS_MSN(0)),
	SEND(SEND, MSN(0), IS(msg_attempt, 2), PAYLOAD(50)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(LENGTH), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_err_no_attempt_lifts = {
	.clause = ERR_1,
	.also = { RNR_3, SEND_2 },
	.text = "No attempt lifts an error",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 2, .recv_bytes = 100 },
	.steps = steps,
};
