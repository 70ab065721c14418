#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(3), WRONG_RKEY),
	EXPECT(ACK, CUM(0)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(ACCESS), STATUS_MSN(3)),
	SEND(WRITE, MSN(1), IS(msg_last, 0)),
	EXPECT(ACK, CUM(1)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(1)),
	SEND(WRITE, MSN(4), WRONG_RKEY), /* a higher one changes nothing */
	EXPECT(ACK, CUM(2)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(1)),
	SEND(WRITE, MSN(2)),
	EXPECT(ACK, CUM(3)),
	EXPECT(ACK, ABOUT(0), CMSN(0), STATUS(INVALID), STATUS_MSN(1)),
	SEND(WRITE, MSN(0)),
	EXPECT(ACK, CUM(4)),
	EXPECT(ACK, ABOUT(0), CMSN(1), STATUS(INVALID), STATUS_MSN(1)),
	DONE,
};

const struct case_def case_err_lowest_msn = {
	.clause = ERR_1,
	.text = "The lowest refused msn stands, messages before it complete, later ones never do",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
	.steps = steps,
};
