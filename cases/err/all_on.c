#include "harness/case.h"

static const struct step steps[] = {
	SEND(WRITE, MSN(0)),
	SEND(READ_REQ, MSN(1), IS(msg_length, 64), AT(0)),
	SEND(ATOMIC_FADD, MSN(2), AT(32768), IS(operand_swap_or_add, 1)),
	SEND(SEND, MSN(3), IS(recv_index, 0)),
	EXPECT(ACK, ABOUT(0), CMSN(4), STATUS(OK)),
	WAIT_RECEIVES(1, SUCCESS),
	CHECK(check_data_read, CLAUSE(READ_1)),
	DONE,
};

const struct case_def case_err_all_on = {
	.clause = ERR_6,
	.also = { READ_1, ATOM_1 },
	.text = "Operations that are switched on are served",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.need = { .ops = REF_OP_READ | REF_OP_ATOMIC | REF_OP_SEND | REF_OP_WRITE, .recvs = 1 },
	.steps = steps,
};
