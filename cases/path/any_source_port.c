#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, PATH(1), IS(W_SPORT, AXIS(0))),
	EXPECT(ACK, PATH(1), CUM(0), NO_SACK),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(OK)),
	DONE,
};

const struct case_def case_path_any_source_port = {
	.clause = PATH_2,
	.text = "A path is known by its number, whatever source port its packets come from",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .acks = ACKS_EVERY },
	.axis = { .name = "port", .list = AXIS_LIST(1, 1023, 4791, 49151, 65535) },
	.steps = steps,
};
