#include "harness/case.h"

static const struct step steps[] = {
	POST(WRITE, PAYLOAD(1)),
	POST(WRITE, PAYLOAD(2)),
	POST(WRITE, PAYLOAD(3)),
	POST(WRITE, PAYLOAD(4)),
	WAIT_WORK(4, SUCCESS),
	CHECK_COUNT(1, WRITE, PAYLOAD(1), IS(base_pad, 3)),
	CHECK_COUNT(1, WRITE, PAYLOAD(2), IS(base_pad, 2)),
	CHECK_COUNT(1, WRITE, PAYLOAD(3), IS(base_pad, 1)),
	CHECK_COUNT(1, WRITE, PAYLOAD(4), IS(base_pad, 0)),
	CHECK_EVERY(WRITE, IS(udp_length, 64)),
	CHECK(check_data_arrived),
	DONE,
};

/* UDP 8, BASE 12, PATH 8, MSG 16, REMOTE 12, payload and pad 4, CRC 4. */
const struct case_def case_enc_pad = {
	.clause = ENC_9,
	.text = "The device pads payloads to a multiple of 4 and says by how much",
	.role = SENDER,
	.kind = CASE_POSITIVE,
	.steps = steps,
};
