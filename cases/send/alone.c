#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, PAYLOAD(10)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(SEND_IMM, PAYLOAD(0)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	WAIT_RECEIVES(2, SUCCESS),
	DONE,
};

const struct case_def case_send_alone = {
	.clause = SEND_5,
	.text = "SEND is served with WRITE, READ and ATOMIC switched off",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .recvs = 2,
		  .ops = REF_OP_SEND,
		  .ops_off = REF_OP_WRITE | REF_OP_READ | REF_OP_ATOMIC },
	.steps = steps,
};
