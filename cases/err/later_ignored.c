#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0), WRONG_RKEY),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	SEND(WRITE, MSN(0)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	SEND(WRITE, MSN(1)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	SEND(SEND, MSN(2), IS(recv_index, 0)),
	EXPECT(ACK, CUM(3)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(ACCESS), STATUS_MSN(0)),
	DONE,
};

const struct case_def case_err_later_ignored = {
	.clause = ERR_1,
	.also = { STRM_2, PLACE_4 },
	.text = "Packets of the refused message and of later ones are acknowledged and ignored",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .recvs = 1 },
	.steps = steps,
};
