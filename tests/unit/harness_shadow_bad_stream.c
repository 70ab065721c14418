/* Answers to packets of streams that do not exist: STRM-8 on ACKs typed by hand. */
#include "tests/unit/harness_shadow_bench.h"

void suite_harness_shadow_bad_stream(void);

static struct wire_packet bad_stream(struct wire_packet a, uint32_t stream, uint32_t msn)
{
	a.ackh_stream = stream;
	a.ackh_status = 5;
	a.ackh_cmsn = a.ackh_status_msn = msn;
	return a;
}

/* STRM-8: echoed with BAD_STREAM and the packet's msn. */
static void test_bad_stream(void)
{
	struct sb *x = sb_new();
	struct wire_packet a = sb_ack(0, 0, 0x100, 0);

	sb_send(x, 1, sb_write(0, 0, 4, 7));
	sb_hear(x, 5, bad_stream(a, 4, sb_msn(7)));
	sb_send(x, 1, sb_probe(0, 4, 0x77));
	a.ackh_ts_echo = 0x77;
	sb_hear(x, 5, bad_stream(a, 4, 0));
	sb_clean(x);
}

static void wrong_bad_stream(struct wire_packet a, enum clause_id clause, const char *field)
{
	struct sb *x = sb_new();

	sb_send(x, 1, sb_write(0, 0, 4, 7));
	sb_found(x, clause, field, sb_hear(x, 5, a));
}

static void test_wrong_bad_stream(void)
{
	struct wire_packet a = bad_stream(sb_ack(0, 0, 0x100, 0), 4, sb_msn(7));

	a.ackh_status = STATUS_INVALID;
	wrong_bad_stream(a, STRM_8, "ackh.status");
	a.ackh_status = STATUS_BAD_STREAM;
	a.ackh_status_msn++;
	wrong_bad_stream(a, STRM_8, "ackh.status_msn");
	a.ackh_cmsn++; /* both alike, but not the packet's */
	wrong_bad_stream(a, STRM_8, "ackh.cmsn");
}

static void test_bad_stream_debt(void)
{
	struct sb *x = sb_new();
	uint32_t frame;

	frame = sb_send(x, 1, sb_write(0, 0, 4, 7)); /* never echoed */
	sb_hear(x, 5, sb_ack(0, 0, 0x100, 0));
	sb_found(x, STRM_8, "packet", frame);

	x = sb_new(); /* not at once */
	sb_send(x, 1, sb_write(0, 0, 4, 7));
	frame = sb_hear(x, 50, bad_stream(sb_ack(0, 0, 0x100, 0), 4, sb_msn(7)));
	sb_found(x, STRM_8, "time", frame);

	x = sb_new(); /* out of the blue */
	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_hear(x, 5, sb_ack(0, 0, 0x100, 1));
	frame = sb_hear(x, 5, bad_stream(sb_ack(0, 0, 0x100, 0), 9, 0));
	sb_found(x, ACK_6, "ackh.stream", frame);
}

/* Two questions open: either's msn is right, a third is not. */
static void test_two_open(void)
{
	struct sb *x;

	for (int k = 7; k <= 9; k++) {
		struct wire_packet a = bad_stream(sb_ack(0, 1, 0x101, 0), 4, sb_msn(k));
		uint32_t frame;

		x = sb_new();
		sb_send(x, 1, sb_write(0, 0, 4, 7));
		sb_send(x, 1, sb_write(0, 1, 4, 8));
		frame = sb_hear(x, 5, a);
		if (k < 9)
			sb_clean(x);
		else
			sb_found(x, STRM_8, "ackh.cmsn", frame);
	}
}

/* Four answers at once may be asked of a device; of a fifth nothing is judged. */
static void test_flood(void)
{
	struct sb *x = sb_new();

	for (int k = 0; k < 5; k++)
		sb_send(x, 0, sb_write(0, k, 4 + (unsigned)k, 7));
	for (unsigned k = 0; k < 4; k++)
		sb_hear(x, 2, bad_stream(sb_ack(0, 4, 0x104, 0), 4 + k, sb_msn(7)));
	sb_clean(x);

	x = sb_new(); /* four are owed */
	for (int k = 0; k < 5; k++)
		sb_send(x, 0, sb_write(0, k, 4 + (unsigned)k, 7));
	for (unsigned k = 0; k < 3; k++)
		sb_hear(x, 2, bad_stream(sb_ack(0, 4, 0x104, 0), 4 + k, sb_msn(7)));
	sb_found(x, STRM_8, "packet", 4);
}

void suite_harness_shadow_bad_stream(void)
{
	CU_pSuite s = CU_add_suite("harness_shadow_bad_stream", NULL, NULL);

	CU_ADD_TEST(s, test_bad_stream);
	CU_ADD_TEST(s, test_wrong_bad_stream);
	CU_ADD_TEST(s, test_bad_stream_debt);
	CU_ADD_TEST(s, test_two_open);
	CU_ADD_TEST(s, test_flood);
}
