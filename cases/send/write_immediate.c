#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE_IMM, IS(imm_immediate, 0x11223344)),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(SEND), /* the second receive */
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(2), STATUS(OK)),
	SEND(WRITE_IMM, PAYLOAD(0), WRONG_RKEY, IS(imm_immediate, 0x55667788)),
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(3), STATUS(OK)),
	WAIT_RECEIVES(3, SUCCESS),
	DONE,
};

const struct case_def case_send_write_immediate = {
	.clause = SEND_1,
	.also = { SEND_3, PLACE_5 },
	.text = "A WRITE_IMM consumes exactly one receive and places nothing in it",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .recvs = 3 },
	.steps = steps,
};
