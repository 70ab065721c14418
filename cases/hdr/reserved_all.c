#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, IS(base_rsvd32, 0xFF), IS(base_rsvd65, 0x7F), IS(path_rsvd9, 0x7F),
	     IS(path_rsvd16, 0xFFFF), IS(msg_rsvd17, 0x7F)),
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	SEND(PROBE, IS(base_rsvd65, 0x7F), IS(path_rsvd9, 0x7F), IS(path_rsvd16, 0xFFFF),
	     IS(msg_rsvd17, 0x7F), IS(path_timestamp, 0x77)),
	EXPECT(ACK, PATH(0), CUM(0), NO_SACK, ABOUT(0), CMSN(1), STATUS(OK),
	       IS(ackh_ts_echo, 0x77)),
	DONE,
};

const struct case_def case_hdr_reserved_all = {
	.clause = HDR_2,
	.text = "All reserved bits set at once are ignored, in data and in a PROBE",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
