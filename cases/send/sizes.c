#include "harness/case.h"

static const struct step steps[] = {
	SEND(SEND, PAYLOAD(AXIS(0))),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	WAIT_RECEIVES(1, SUCCESS),
	DONE,
};

const struct case_def case_send_sizes = {
	.clause = SEND_1,
	.also = { PLACE_3 },
	.text = "SENDs of all sizes up to the receive are placed, and no byte more",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .recvs = 1, .recv_bytes = 1024 },
	.axis = { .name = "bytes",
		  .list = AXIS_LIST(1, 2, 3, 4, 63, 1020, 1021, 1022, 1023, 1024) },
	.steps = steps,
};
