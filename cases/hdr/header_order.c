#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE_IMM, PATH(1), PAYLOAD(100), IS(path_rerouted, 1), IS(reroute_orig_path, 0),
	     IS(reroute_orig_psn, 1000), IS(imm_immediate, 0xCAFEF00D)),
	EXPECT(ACK, PATH(1), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	WAIT_RECEIVES(1, SUCCESS),
	DONE,
};

const struct case_def case_hdr_header_order = {
	.clause = HDR_1,
	.also = { PATH_7, SEND_3 },
	.text = "All headers of a rerouted WRITE_IMM are found in their order",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .recvs = 1, .has_psn = true, .psn = 1000 },
	.steps = steps,
};
