#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, PATH(0), MSN(2), PART(0, 2), IS(msg_length, 2024)),
	SEND(SEND, PATH(1), MSN(0), PART(1, 3), IS(msg_length, 2049)),
	SEND(SEND, PATH(2), MSN(1), PART(1, 2), PAYLOAD(13)),
	SEND(SEND, PATH(0), MSN(1), PART(0, 2), IS(msg_length, 1037)),
	SEND(SEND, PATH(3), MSN(2), PART(1, 2), PAYLOAD(1000)),
	SEND(SEND, PATH(1), MSN(0), PART(2, 3), PAYLOAD(1)),
	EXPECT(ACK, PATH(1), CUM(1), NO_SACK, CMSN(0), STATUS(OK)),
	SEND(SEND, PATH(2), MSN(0), PART(0, 3), IS(msg_length, 2049)),
	EXPECT(ACK, PATH(2), CUM(1), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(3), STATUS(OK)),
	WAIT_RECEIVES(3, SUCCESS),
	DONE,
};

const struct case_def case_send_interleaved = {
	.clause = SEND_1,
	.also = { PLACE_2, STRM_2, STRM_4 },
	.text = "Several SENDs whose packets come mixed end whole, each in its own receive",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .recvs = 3, .recv_bytes = 3072 },
	.steps = steps,
};
