/* The shadow on ACKs typed by hand: right ones in every legal order give no finding, each wrong
 * field gives one, by the field's own clause. */
#include "tests/unit/harness_shadow_bench.h"

void suite_harness_shadow(void);

static void test_each(void)
{
	struct sb *x = sb_new();

	for (int k = 0; k < 8; k++) { /* over the wraps of PSN and MSN */
		sb_send(x, 1, sb_write(0, k, 0, k));
		sb_hear(x, 5, sb_ack(0, k, 0x100 + (uint32_t)k, k + 1));
	}
	sb_clean(x);
}

static void test_coalesced(void)
{
	struct sb *x = sb_new();

	for (int k = 0; k < 4; k++)
		sb_send(x, 1, sb_write(0, k, 0, k));
	sb_hear(x, 5, sb_ack(0, 3, 0x103, 4));
	sb_clean(x);
}

/* An ACK on its way while the next packet was sent; the same said twice; more than one ACK. */
static void test_older_then_newer(void)
{
	struct sb *x = sb_new();

	sb_hear(x, 1, sb_ack(0, -1, 0, 0)); /* of nothing yet: legal, if idle */
	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_send(x, 1, sb_write(0, 1, 0, 1));
	sb_hear(x, 0, sb_ack(0, -1, 0, 0));
	sb_hear(x, 1, sb_ack(0, 0, 0x100, 1));
	sb_hear(x, 1, sb_ack(0, 0, 0x100, 1));
	sb_hear(x, 1, sb_ack(0, 1, 0x101, 2));
	sb_hear(x, 1, sb_ack(0, 1, 0x101, 2));
	sb_clean(x);
}

/* The two halves of an ACK may be of different moments, each within its own bound. */
static void test_halves(void)
{
	struct sb *x = sb_new();

	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_send(x, 1, sb_write(0, 1, 0, 1));
	sb_hear(x, 5, sb_ack(0, 1, 0x101, 0)); /* path new, stream old */
	sb_hear(x, 5, sb_ack(0, 1, 0x101, 1));
	sb_hear(x, 5, sb_ack(0, 1, 0x101, 2));
	sb_clean(x);
}

static void test_gap(void)
{
	struct sb *x = sb_new();
	struct wire_packet a = sb_ack(0, -1, 0x101, 0);

	sb_send(x, 1, sb_write(0, 1, 0, 1));
	a.ackh_sack[0] = 1 << 1; /* cum_psn + 1 + 1 */
	sb_hear(x, 5, a);
	sb_send(x, 1, sb_write(0, 200, 0, 2)); /* another far off: bit 200 */
	a.ackh_sack[25] = 1 << 0;
	a.ackh_ts_echo = 0x100 + 200;
	sb_hear(x, 5, a);
	sb_send(x, 1, sb_write(0, 0, 0, 0)); /* fills: cum = 1, psn 200 is bit 198 */
	a = sb_ack(0, 1, 0x100, 3);
	a.ackh_sack[24] = 1 << 6;
	sb_hear(x, 5, a);
	sb_clean(x);
}

static void test_paths_apart(void)
{
	struct sb *x = sb_new();

	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_send(x, 1, sb_write(1, 0, 0, 1));
	sb_hear(x, 1, sb_ack(1, 0, 0x200, 2));
	sb_hear(x, 1, sb_ack(0, 0, 0x100, 2));
	sb_clean(x);

	x = sb_new(); /* PSN-7: the other path's packet shows */
	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_hear(x, 1, sb_ack(0, 0, 0x100, 1));
	sb_found(x, SACK_1, "ackh.cum_psn", sb_hear(x, 1, sb_ack(1, 0, 0x100, 1)));
}

/* A PSN carries (orig_path, orig_psn): that path knows it too, and owes nothing for it: PATH-7. */
static void test_rerouted(void)
{
	struct sb *x = sb_new();
	struct wire_packet p = sb_write(1, 0, 0, 0);

	p.path_rerouted = 1;
	p.reroute_orig_path = 0;
	p.reroute_orig_psn = sb_psn(0, 0);
	sb_send(x, 1, p);
	sb_hear(x, 5, sb_ack(1, 0, 0x200, 1));
	sb_hear(x, 5, sb_ack(0, 0, 0, 1)); /* nothing has arrived there: ts_echo 0 */
	sb_clean(x);
}

static void test_ce(void)
{
	struct sb *x = sb_new();
	struct wire_packet p = sb_write(0, 0, 0, 0), a = sb_ack(0, 0, 0x100, 1);

	p.ipv4_ecn = 3;
	sb_send(x, 1, p);
	a.ackh_ce_count = 1;
	sb_hear(x, 5, a);
	sb_send(x, 1, p); /* a duplicate counts: ECN-1 */
	a.ackh_ce_count = 2;
	sb_hear(x, 5, a);
	sb_clean(x);
}

/* Two packets accepted, two messages complete, one field of the ACK wrong. */
static void wrong(void (*spoil)(struct wire_packet *a), enum clause_id clause, const char *field,
		  uint32_t right)
{
	struct sb *x = sb_new();
	struct wire_packet a = sb_ack(0, 1, 0x101, 2);

	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_send(x, 1, sb_write(0, 1, 0, 1));
	spoil(&a);
	(void)sb_hear(x, 5, a);
	CU_ASSERT_EQUAL(strtoul(x->expected, NULL, 0), right);
	sb_found(x, clause, field, 3);
}

static void cum_more(struct wire_packet *a)
{
	a->ackh_cum_psn++;
}

static void sack_more(struct wire_packet *a)
{
	a->ackh_sack[31] = 0x80;
}

static void sack_first(struct wire_packet *a)
{
	a->ackh_sack[0] = 1;
}

static void ce_more(struct wire_packet *a)
{
	a->ackh_ce_count = 1;
}

static void echo_other(struct wire_packet *a)
{
	a->ackh_ts_echo ^= 1u << 31;
}

static void cmsn_more(struct wire_packet *a)
{
	a->ackh_cmsn++;
}

static void status_rnr(struct wire_packet *a)
{
	a->ackh_status = STATUS_RNR;
}

static void status_msn(struct wire_packet *a)
{
	a->ackh_status_msn = 9;
}

static void status_attempt(struct wire_packet *a)
{
	a->ackh_status_attempt = 1;
}

static void test_wrong_fields(void)
{
	wrong(cum_more, SACK_1, "ackh.cum_psn", 0);
	wrong(sack_more, SACK_2, "ackh.sack", 0);
	wrong(sack_first, SACK_2, "ackh.sack", 0);
	wrong(ce_more, ECN_1, "ackh.ce_count", 0);
	wrong(echo_other, HDR_4, "ackh.ts_echo", 0x101);
	wrong(cmsn_more, STRM_2, "ackh.cmsn", 1);
	wrong(status_rnr, ERR_1, "ackh.status", 0);
	wrong(status_msn, ERR_1, "ackh.status_msn", 0);
	wrong(status_attempt, RNR_1, "ackh.status_attempt", 0);
}

/* What was wrong once is not told again with every ACK after it. */
static void test_once(void)
{
	struct sb *x = sb_new();
	struct wire_packet a = sb_ack(0, 0, 0x100, 1);
	uint32_t first;

	sb_send(x, 1, sb_write(0, 0, 0, 0));
	a.ackh_ce_count = 5;
	first = sb_hear(x, 5, a);
	sb_hear(x, 5, a);
	sb_send(x, 1, sb_write(0, 1, 0, 1));
	a.ackh_cum_psn = sb_psn(0, 1);
	a.ackh_cmsn = sb_msn(2);
	sb_hear(x, 5, a);
	CU_ASSERT_STRING_EQUAL(x->expected, "0");
	CU_ASSERT_STRING_EQUAL(x->seen, "5");
	sb_found(x, ECN_1, "ackh.ce_count", first);
}

static void test_goes_back(void)
{
	struct sb *x = sb_new();
	struct wire_packet a;

	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_send(x, 1, sb_write(0, 1, 0, 1));
	sb_hear(x, 5, sb_ack(0, 1, 0x101, 2));
	sb_found(x, SACK_3, "ackh.cum_psn", sb_hear(x, 5, sb_ack(0, 0, 0x100, 2)));

	x = sb_new(); /* a bit that was there */
	sb_send(x, 1, sb_write(0, 1, 0, 1));
	a = sb_ack(0, -1, 0x101, 0);
	a.ackh_sack[0] = 2;
	sb_hear(x, 5, a);
	a.ackh_sack[0] = 0;
	a.ackh_ts_echo = 0; /* the state before */
	sb_found(x, SACK_3, "ackh.sack", sb_hear(x, 5, a));

	x = sb_new(); /* the stream's half alone */
	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_send(x, 1, sb_write(0, 1, 0, 1));
	sb_hear(x, 5, sb_ack(0, 1, 0x101, 2));
	sb_found(x, STRM_2, "ackh.cmsn", sb_hear(x, 5, sb_ack(0, 1, 0x101, 1)));
}

/* An ACK cannot know what is sent after it. */
static void test_too_early(void)
{
	struct sb *x = sb_new();
	uint32_t frame;

	sb_send(x, 1, sb_write(0, 0, 0, 0));
	frame = sb_hear(x, 1, sb_ack(0, 1, 0x101, 1));
	sb_send(x, 1, sb_write(0, 1, 0, 1));
	sb_hear(x, 1, sb_ack(0, 1, 0x101, 2));
	sb_found(x, SACK_1, "ackh.cum_psn", frame);
}

static struct wire_packet send_0(int psn, uint32_t attempt)
{
	struct wire_packet p = sb_write(0, psn, 0, 0);

	p.base_opcode = 0xE0;
	p.msg_attempt = attempt;
	return p;
}

/* Refused without a receive, taken in the next attempt: RNR-1, RNR-3. */
static void test_rnr(void)
{
	struct sb *x = sb_new();
	struct wire_packet a = sb_ack(0, 0, 0x100, 0);

	sb_send(x, 1, send_0(0, 0));
	a.ackh_status = 1;
	a.ackh_status_msn = sb_msn(0);
	sb_hear(x, 5, a);
	CU_ASSERT_EQUAL_FATAL(shadow_recv(x->s, 0, x->buffer, 512, x->now_ns), RES_OK);
	CU_ASSERT_EQUAL(shadow_completions(x->s), 0);
	sb_send(x, 1, send_0(1, 1));
	sb_hear(x, 5, sb_ack(0, 1, 0x101, 1));
	CU_ASSERT_EQUAL_FATAL(shadow_completions(x->s), 1);
	CU_ASSERT_EQUAL(shadow_completion(x->s, 0)->status, REF_SUCCESS);
	CU_ASSERT_EQUAL(shadow_completion(x->s, 0)->msn, sb_msn(0));
	CU_ASSERT_EQUAL(shadow_completion(x->s, 0)->length, 8);
	CU_ASSERT(!memcmp(x->buffer, "\1\2\3\4\5\6\7\10", 8));
	CU_ASSERT_PTR_NULL(shadow_completion(x->s, 1));
	sb_clean(x);

	x = sb_new(); /* the attempt that was never sent */
	sb_send(x, 1, send_0(0, 0));
	a.ackh_status_attempt = 1;
	sb_found(x, RNR_1, "ackh.status_attempt", sb_hear(x, 5, a));
}

static void test_placed(void)
{
	struct sb *x = sb_new();

	sb_send(x, 1, sb_write(0, 0, 0, 0));
	CU_ASSERT(!memcmp(x->region, "\1\2\3\4\5\6\7\10\0", 9));
	CU_ASSERT_EQUAL(shadow_deregister(x->s, HB_RKEY), RES_OK);
	CU_ASSERT_EQUAL(shadow_deregister(x->s, HB_RKEY), RES_E_UNKNOWN);
	sb_free(x);
}

/* What a device must discard changes no prediction. */
static void test_discarded(void)
{
	struct sb *x = sb_new();
	struct wire_packet p = sb_write(0, 0, 0, 0);

	sb_send(x, 1, p);
	sb_hear(x, 5, sb_ack(0, 0, 0x100, 1));
	p = sb_write(0, 1, 0, 1);
	p.path_rerouted = 1;
	p.reroute_orig_path = 2; /* no such path: HDR-3 */
	sb_send(x, 1, p);
	sb_hear(x, 500, sb_ack(0, 0, 0x100, 1));
	sb_clean(x);
}

static void test_closed(void)
{
	struct sb *x = sb_new();

	sb_send(x, 1, sb_write(0, 0, 0, 0));
	CU_ASSERT_EQUAL(shadow_close(x->s, x->now_ns), RES_OK);
	CU_ASSERT_EQUAL(shadow_owes_until(x->s), REF_NEVER);
	sb_hear(x, 5, sb_ack(0, 77, 0x100, 1));
	sb_clean(x);
}

void suite_harness_shadow(void)
{
	CU_pSuite s = CU_add_suite("harness_shadow", NULL, NULL);

	CU_ADD_TEST(s, test_each);
	CU_ADD_TEST(s, test_coalesced);
	CU_ADD_TEST(s, test_older_then_newer);
	CU_ADD_TEST(s, test_halves);
	CU_ADD_TEST(s, test_gap);
	CU_ADD_TEST(s, test_paths_apart);
	CU_ADD_TEST(s, test_rerouted);
	CU_ADD_TEST(s, test_ce);
	CU_ADD_TEST(s, test_wrong_fields);
	CU_ADD_TEST(s, test_once);
	CU_ADD_TEST(s, test_goes_back);
	CU_ADD_TEST(s, test_too_early);
	CU_ADD_TEST(s, test_rnr);
	CU_ADD_TEST(s, test_placed);
	CU_ADD_TEST(s, test_discarded);
	CU_ADD_TEST(s, test_closed);
}
