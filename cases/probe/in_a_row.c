#include "harness/case.h"

static const struct step steps[] = {
	SEND(PROBE, STREAM(1), IS(path_timestamp, 0x9001)),
	EXPECT(ACK, ABOUT(1), IS(ackh_ts_echo, 0x9001)),
	SEND(PROBE, STREAM(2), IS(path_timestamp, 0x9002)),
	SEND(PROBE, STREAM(3), IS(path_timestamp, 0x9003)),
	SEND(PROBE, STREAM(4), IS(path_timestamp, 0x9004)),
	EXPECT(ACK, ABOUT(4), IS(ackh_ts_echo, 0x9004)),
	WAIT_QUIET(2000), /* the shadow holds the debt of each */
	CHECK_SOME(ACK, ABOUT(1), STATUS(OK)),
	CHECK_SOME(ACK, ABOUT(2), STATUS(OK)),
	CHECK_SOME(ACK, ABOUT(3), STATUS(OK)),
	CHECK_SOME(ACK, ABOUT(4), STATUS(OK)),
	DONE,
};

const struct case_def case_probe_in_a_row = {
	.clause = PROBE_1,
	.text = "PROBEs in a row are all answered",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .acks = ACKS_COALESCED },
	.steps = steps,
};
