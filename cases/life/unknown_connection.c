#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, IS(base_ack_req, 1), FLIP_FIELD(base_dst_conn),
	     SEAL(WIRE_SEAL_CRC)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(PROBE, FLIP_FIELD(base_dst_conn), SEAL(WIRE_SEAL_CRC)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(CLOSE, FLIP_FIELD(base_dst_conn), SEAL(WIRE_SEAL_CRC)),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_life_unknown_connection = {
	.clause = LIFE_1,
	.also = { HDR_3 },
	.text = "Packets for a connection that does not exist get no answer and create none",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.steps = steps,
};
