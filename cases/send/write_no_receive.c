#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(SEND, MSN(1), IS(recv_index, 0)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	SEND(WRITE, MSN(2)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(3), STATUS(OK)),
	SEND(SEND, MSN(3), IS(recv_index, 1)),
	EXPECT(ACK, CUM(3)),
	EXPECT(ACK, ABOUT(0), CMSN(4), STATUS(OK)),
	WAIT_RECEIVES(2, SUCCESS),
	DONE,
};

const struct case_def case_send_write_no_receive = {
	.clause = SEND_1,
	.text = "A WRITE without immediate consumes no receive",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .recvs = 2 },
	.steps = steps,
};
