#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PAYLOAD(100)), /* taken */
	EXPECT(ACK, CUM(0), CMSN(1), STATUS(OK)),
	SEND(SEND, PAYLOAD(60)),
	EXPECT(ACK, CUM(1), CMSN(2), STATUS(OK)),
	POST(WRITE, PAYLOAD(3000)), /* and given */
	WAIT_WORK(1, SUCCESS),
	CHECK(check_data_arrived),
	DONE,
};

/* Runs first and last in every run: a device that cannot do this cannot be tested. */
const struct case_def case_life_alive = {
	.clause = ROB_1,
	.text = "The device takes a WRITE and a SEND and sends a WRITE of its own",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .recvs = 1 },
	.steps = steps,
};
