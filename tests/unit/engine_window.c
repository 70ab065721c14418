/* Windows under marks and timeouts (CC), failure of paths and their return (PATH-5, PATH-6, PATH-8,
 * PATH-13). */
#include "tests/unit/engine_solo.h"

static struct solo t;
static uint8_t bytes[262144];
static uint32_t complete; /* messages of stream 1 the peer has */

static void setup(uint32_t paths)
{
	solo_defaults(&t);
	t.params.paths = paths;
	t.params.rto_init = 1000;
	t.params.rto_min = 1000;
	complete = 0;
	solo_open(&t);
}

static void post(unsigned packets)
{
	struct ref_work w = {
		.kind = REF_WRITE, .stream = 1, .local = bytes, .length = packets * 256
	};
	t.out_count = 0;
	CU_ASSERT_EQUAL(ref_work_post(t.s.e, t.s.conn, &w, t.now_ns), RES_OK);
	solo_pump(&t);
}

static struct ref_path_tx path(unsigned i)
{
	struct ref_path_tx tx = { 0 };
	CU_ASSERT_EQUAL(ref_query_path_tx(t.s.e, t.s.conn, i, &tx), RES_OK);
	return tx;
}

/* The peer has received all that is in flight; so many marks in total. */
static void ack_all(unsigned p, uint32_t ce_count)
{
	struct wire_packet k = solo_ack(&t, p, wire_psn_add(path(p).next_psn, -1), 0);
	for (unsigned i = 0; i < t.out_count; i++)
		if (t.out[i].k.path_id == p)
			k.ackh_ts_echo = t.out[i].k.path_timestamp;
	k.ackh_ce_count = ce_count;
	k.ackh_stream = 1;
	k.ackh_cmsn = t.params.initial_msn + complete;
	solo_feed(&t, &k);
}

static void test_marks(void)
{
	setup(1);
	post(1000);
	CU_ASSERT_EQUAL(t.out_count, 32);
	t.now_ns += 50 * US;
	ack_all(0, 32); /* CC-1: a whole round marked: at most half */
	CU_ASSERT_EQUAL(path(0).window, 16);
	CU_ASSERT_EQUAL(t.out_count, 16);
	CU_ASSERT_EQUAL(path(0).ce_count, 32);
	for (uint32_t round = 1; round < 8; round++) {
		t.now_ns += 50 * US;
		ack_all(0, 32 + round);
	}
	CU_ASSERT_EQUAL(path(0).window, 1); /* CC-5: cwnd_min, and on it goes */
	CU_ASSERT_EQUAL(t.out_count, 1);
	for (uint32_t round = 1; round <= 4; round++) {
		t.now_ns += 50 * US;
		ack_all(0, 39);
		CU_ASSERT_EQUAL(path(0).window, 1 + round); /* CC-2 */
	}
	solo_free(&t);
}

static void test_once_per_round(void)
{
	struct wire_packet k;
	uint32_t stamp;
	setup(1);
	post(1000);
	stamp = t.out[4].k.path_timestamp;
	t.now_ns = 50 * US;
	for (unsigned i = 0; i < 5; i++) {
		k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, (int32_t)i), stamp - (4 - i) * 257);
		k.ackh_ce_count = i + 1;
		solo_feed(&t, &k);
		CU_ASSERT_EQUAL(path(0).window, 16); /* CC-1: one cut for all of them */
	}
	solo_free(&t);
}

static void test_stale_ack_is_no_mark(void)
{
	struct wire_packet old, k;
	setup(1);
	post(10);
	t.now_ns = 50 * US;
	old = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, 2), 0);
	k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, 1), 0);
	solo_feed(&t, &k);
	old.ackh_ce_count = 3;
	solo_feed(&t, &old); /* SACK-4: its acknowledgements count, its ce_count does not */
	CU_ASSERT_EQUAL(path(0).in_flight, 7);
	CU_ASSERT_EQUAL(path(0).window, 32);
	k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, 2), 0);
	k.ackh_ce_count = 3;
	solo_feed(&t, &k); /* CC-6 */
	CU_ASSERT_EQUAL(path(0).window, 16);
	solo_free(&t);
}

/* CC-3, PATH-9: what marks do to one path they do to no other. */
static void test_paths_apart(void)
{
	unsigned share[4] = { 0 };
	setup(4);
	post(40);
	t.now_ns = 50 * US;
	ack_all(1, 5);
	CU_ASSERT_EQUAL(path(1).window, 16); /* CC-3 */
	for (unsigned p = 0; p < 4; p += p == 0 ? 2 : 1)
		CU_ASSERT_EQUAL(path(p).window, 32);
	post(40);
	for (unsigned i = 0; i < t.out_count; i++) {
		share[t.out[i].k.path_id]++;
		if (i > 0)
			CU_ASSERT_NOT_EQUAL(t.out[i].k.path_id, t.out[i - 1].k.path_id);
	}
	CU_ASSERT_TRUE(share[1] > 0 && share[1] * 3 < share[0] * 2); /* unmarked ones preferred */
	solo_free(&t);
}

static void test_timeout_window(void)
{
	setup(1);
	post(100);
	solo_until(&t, 1 * MS);
	CU_ASSERT_EQUAL(path(0).window, 1); /* RTX-11 */
	CU_ASSERT_EQUAL(t.out_count, 33);   /* the timer's repair is always allowed (CC-4) */
	solo_free(&t);
}

/* PATH-5, PATH-6: path 0 is silent, path 1 works. */
static void test_failure(void)
{
	unsigned copies = 0;
	setup(2);
	post(6); /* PSN 0, 1, 2 on each path */
	CU_ASSERT_EQUAL(t.out_count, 6);
	t.now_ns = 50 * US;
	ack_all(1, 0);
	solo_until(&t, 7 * MS - 1); /* timeouts at 1 and 3 ms */
	CU_ASSERT_TRUE(path(0).is_live);
	t.out_count = 0;
	solo_until(&t, 7 * MS); /* path_fail_rtos 3 */
	CU_ASSERT_FALSE(path(0).is_live);
	CU_ASSERT_EQUAL(path(0).in_flight, 0);
	for (unsigned i = 0; i < t.out_count; i++) {
		const struct wire_packet *k = &t.out[i].k;
		if (k->kind == PKT_PROBE) {
			CU_ASSERT_EQUAL(k->path_id, 0); /* PATH-8: at once */
			CU_ASSERT_EQUAL(k->base_rtx, 1);
			CU_ASSERT_NOT_EQUAL(k->udp_sport, 50000);
			continue;
		}
		CU_ASSERT_EQUAL(k->path_id, 1);
		CU_ASSERT_EQUAL(k->path_rerouted, 1);
		CU_ASSERT_EQUAL(k->base_rtx, 0);
		CU_ASSERT_EQUAL(k->base_psn, wire_psn_add(SOLO_PSN, 3 + (int32_t)copies));
		CU_ASSERT_EQUAL(k->reroute_orig_path, 0);
		CU_ASSERT_EQUAL(k->reroute_orig_psn, wire_psn_add(SOLO_PSN, (int32_t)copies));
		copies++;
	}
	CU_ASSERT_EQUAL(copies, 3);
	/* PATH-13: an ACK of the copies acknowledges the originals. */
	ack_all(1, 0);
	CU_ASSERT_EQUAL(path(0).cum_psn, wire_psn_add(SOLO_PSN, 2));
	solo_free(&t);
}

static void test_return(void)
{
	uint32_t first_port, stamp;
	struct wire_packet k;
	setup(2);
	post(2);
	t.now_ns = 50 * US;
	ack_all(1, 0);
	CU_ASSERT_EQUAL(ref_path_fail(t.s.e, t.s.conn, 0, t.now_ns), RES_OK);
	CU_ASSERT_EQUAL(ref_path_fail(t.s.e, t.s.conn, 1, t.now_ns), RES_E_STATE); /* the last */
	t.out_count = 0;
	solo_pump(&t);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 2);
	first_port = t.out[0].k.udp_sport;
	stamp = t.out[0].k.path_timestamp;
	CU_ASSERT_EQUAL(t.out[0].k.kind, PKT_PROBE);
	CU_ASSERT_EQUAL(t.out[1].k.path_rerouted, 1);
	t.now_ns += 1 * US;
	complete = 1;
	ack_all(1, 0);                     /* the copy has arrived */
	solo_until(&t, 10 * MS + 50 * US); /* probe_interval */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(t.out[0].at_ns, 10 * MS + 50 * US);
	CU_ASSERT_NOT_EQUAL(t.out[0].k.udp_sport, first_port);
	k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, -1), stamp);
	solo_feed(&t, &k); /* the answer to one of another port */
	CU_ASSERT_FALSE(path(0).is_live);
	solo_until(&t, 20 * MS + 50 * US);
	k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, -1), solo_at(&t, 0)->path_timestamp);
	solo_feed(&t, &k);
	CU_ASSERT_TRUE(path(0).is_live);
	CU_ASSERT_EQUAL(path(0).window, 1); /* cwnd_min */
	CU_ASSERT_EQUAL(t.out_count, 0);    /* its only packet is known to be accepted */
	solo_free(&t);
}

/* PATH-8, PATH-12: what is unacknowledged when the path returns is repaired under its own PSN, by
 * its packet and no NOP. */
static void test_return_with_original(void)
{
	struct wire_packet k;
	setup(2);
	post(2);
	t.now_ns = 50 * US;
	ack_all(1, 0);
	CU_ASSERT_EQUAL(ref_path_fail(t.s.e, t.s.conn, 0, t.now_ns), RES_OK);
	t.out_count = 0;
	solo_pump(&t);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 2);
	k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, -1), t.out[0].k.path_timestamp);
	t.now_ns += 20 * US;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(t.out[0].k.kind, PKT_WRITE);
	CU_ASSERT_EQUAL(t.out[0].k.path_id, 0);
	CU_ASSERT_EQUAL(t.out[0].k.base_psn, SOLO_PSN);
	CU_ASSERT_EQUAL(t.out[0].k.path_rerouted, 0);
	CU_ASSERT_EQUAL(t.out[0].k.base_rtx, 1);
	k = solo_ack(&t, 0, SOLO_PSN, t.out[0].k.path_timestamp);
	solo_feed(&t, &k);         /* PATH-13: now the copy, if it has to be repaired, is a NOP */
	solo_until(&t, 1050 * US); /* one RTO after it was sent */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(t.out[0].k.kind, PKT_NOP);
	CU_ASSERT_EQUAL(t.out[0].k.path_id, 1);
	CU_ASSERT_EQUAL(t.out[0].k.base_psn, wire_psn_add(SOLO_PSN, 1));
	solo_free(&t);
}

void suite_engine_window(void);
void suite_engine_window(void)
{
	CU_pSuite s = CU_add_suite("engine_window", NULL, NULL);
	CU_ADD_TEST(s, test_marks);
	CU_ADD_TEST(s, test_once_per_round);
	CU_ADD_TEST(s, test_stale_ack_is_no_mark);
	CU_ADD_TEST(s, test_paths_apart);
	CU_ADD_TEST(s, test_timeout_window);
	CU_ADD_TEST(s, test_failure);
	CU_ADD_TEST(s, test_return);
	CU_ADD_TEST(s, test_return_with_original);
}
