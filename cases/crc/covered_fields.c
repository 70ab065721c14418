#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PSN(0), MSN(0), OTHER_PAYLOAD, FLIP_FIELD(AXIS(0))),
	QUIET(1000, 1u << PKT_ACK),
	SEND(WRITE, PSN(0), MSN(0)), /* the same numbers, now right */
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_crc_covered_fields = {
	.clause = CRC_2,
	.also = { CRC_1 },
	.text = "One wrong bit in a field the CRC covers makes the packet discarded without any "
		"effect",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.need = { .acks = ACKS_EVERY },
	.axis = { .name = "field",
		  .list = AXIS_LIST(udp_sport, udp_dport, base_opcode, base_solicited, base_rtx,
				    base_pad, base_version, base_partition, base_dst_conn,
				    base_ack_req, base_rsvd65, base_psn, path_id, path_rerouted,
				    path_rsvd9, path_rsvd16, path_timestamp, msg_stream, msg_last,
				    msg_rsvd17, msg_attempt, msg_msn, msg_offset, msg_length,
				    remote_address, remote_rkey, crc_value) },
	.steps = steps,
};
