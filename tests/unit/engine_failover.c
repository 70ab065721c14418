/* Packets that move more than once (PATH-8, PATH-12, PATH-13), probing of failed paths, paths that
 * fail by one packet (PATH-5), and connections of which one path is left (PATH-10). */
#include "tests/unit/engine_solo.h"

static struct solo t;
static uint8_t bytes[65536];

static void setup(uint32_t paths)
{
	solo_defaults(&t);
	t.params.paths = paths;
	t.params.rto_init = 1000;
	t.params.rto_min = 1000;
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

static void fail(unsigned path)
{
	t.out_count = 0;
	CU_ASSERT_EQUAL(ref_path_fail(t.s.e, t.s.conn, path, t.now_ns), RES_OK);
	solo_pump(&t);
}

static struct ref_path_tx path(unsigned i)
{
	struct ref_path_tx tx = { 0 };
	CU_ASSERT_EQUAL(ref_query_path_tx(t.s.e, t.s.conn, i, &tx), RES_OK);
	return tx;
}

/* The only sequenced frame just sent. */
static const struct wire_packet *only(void)
{
	const struct wire_packet *found = NULL;
	for (unsigned i = 0; i < t.out_count; i++) {
		if (!wire_is_sequenced(t.out[i].k.kind))
			continue;
		CU_ASSERT_PTR_NULL(found);
		found = &t.out[i].k;
	}
	CU_ASSERT_FATAL(found != NULL);
	return found;
}

static uint32_t probe_stamp(unsigned on)
{
	for (unsigned i = t.out_count; i-- > 0;)
		if (t.out[i].k.kind == PKT_PROBE && t.out[i].k.path_id == on)
			return t.out[i].k.path_timestamp;
	CU_FAIL("no PROBE");
	return 0;
}

static void is_copy(const struct wire_packet *k, unsigned on, int32_t psn, unsigned orig,
		    int32_t orig_psn)
{
	CU_ASSERT_EQUAL(k->kind, PKT_WRITE);
	CU_ASSERT_EQUAL(k->path_id, on);
	CU_ASSERT_EQUAL(k->base_psn, wire_psn_add(SOLO_PSN, psn));
	CU_ASSERT_EQUAL(k->base_rtx, 0);
	CU_ASSERT_EQUAL(k->path_rerouted, 1);
	CU_ASSERT_EQUAL(k->reroute_orig_path, orig);
	CU_ASSERT_EQUAL(k->reroute_orig_psn, wire_psn_add(SOLO_PSN, orig_psn));
}

/* Path 0 fails, its packet goes on under path 1, which fails as well. */
static void move_twice(uint32_t *stamp)
{
	setup(3);
	post(1);
	CU_ASSERT_EQUAL(only()->path_id, 0);
	fail(0);
	is_copy(only(), 1, 0, 0, 0);
	fail(1);
	*stamp = probe_stamp(1);
	is_copy(only(), 2, 0, 0, 0); /* PATH-8: keeps its first origin */
}

static void test_moved_twice(void)
{
	struct wire_packet k;
	uint32_t stamp;
	move_twice(&stamp);
	t.now_ns += 10 * US;
	k = solo_ack(&t, 1, wire_psn_add(SOLO_PSN, -1), stamp);
	solo_feed(&t, &k); /* path 1 returns: its PSN 0 carried a copy that has gone on */
	CU_ASSERT_EQUAL(only()->kind, PKT_NOP);
	CU_ASSERT_EQUAL(only()->path_id, 1);
	CU_ASSERT_EQUAL(only()->base_psn, SOLO_PSN);
	CU_ASSERT_EQUAL(only()->base_rtx, 1);
	CU_ASSERT_EQUAL(only()->path_rerouted, 0);
	k = solo_ack(&t, 1, SOLO_PSN, 0);
	solo_feed(&t, &k); /* RTX-12: says nothing about the packet */
	CU_ASSERT_EQUAL(path(0).cum_psn, wire_psn_add(SOLO_PSN, -1));
	k = solo_ack(&t, 2, SOLO_PSN, 0);
	solo_feed(&t, &k); /* PATH-13 */
	CU_ASSERT_EQUAL(path(0).cum_psn, SOLO_PSN);
	solo_free(&t);
}

/* PATH-8: the ACK that brings a path back is no round trip in which its window was full. */
static void test_returns_at_least_window(void)
{
	struct wire_packet k;
	setup(2);
	post(2);
	solo_until(&t, 1000 * US); /* a timeout each: the window of one packet is full */
	fail(0);
	t.now_ns += 10 * US;
	k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, -1), probe_stamp(0));
	solo_feed(&t, &k);
	CU_ASSERT_TRUE(path(0).is_live);
	CU_ASSERT_EQUAL(path(0).window, t.params.cwnd_min);
	solo_free(&t);
}

/* The first copy has arrived after all: the second needs no REROUTE any more. */
static void test_first_copy_arrives(void)
{
	struct wire_packet k;
	uint32_t stamp;
	move_twice(&stamp);
	t.now_ns += 10 * US;
	k = solo_ack(&t, 1, SOLO_PSN, 0);
	solo_feed(&t, &k); /* a late ACK on the failed path */
	CU_ASSERT_FALSE(path(1).is_live);
	CU_ASSERT_EQUAL(path(0).cum_psn, SOLO_PSN);
	solo_until(&t, 1000 * US); /* the timer of path 2 */
	CU_ASSERT_EQUAL(only()->path_id, 2);
	CU_ASSERT_EQUAL(only()->kind, PKT_NOP);
	CU_ASSERT_EQUAL(only()->base_psn, SOLO_PSN);
	solo_free(&t);
}

static void test_probing(void)
{
	static const uint64_t at_ms[] = { 0, 10, 20, 30 };
	struct wire_packet k;
	uint32_t port = 0;
	setup(2);
	fail(0);
	solo_until(&t, 30 * MS);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 4);
	for (unsigned i = 0; i < 4; i++) {
		CU_ASSERT_EQUAL(t.out[i].k.kind, PKT_PROBE);
		CU_ASSERT_EQUAL(t.out[i].at_ns, at_ms[i] * MS);
		CU_ASSERT_EQUAL(t.out[i].k.base_psn, i);
		CU_ASSERT_EQUAL(t.out[i].k.base_rtx, 1);
		CU_ASSERT_NOT_EQUAL(t.out[i].k.udp_sport, port);  /* PATH-8 */
		CU_ASSERT_NOT_EQUAL(t.out[i].k.udp_sport, 50001); /* ENC-2 */
		port = t.out[i].k.udp_sport;
	}
	k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, -1), t.out[3].k.path_timestamp);
	solo_feed(&t, &k);
	CU_ASSERT_TRUE(path(0).is_live);
	fail(0); /* again, with nothing newly acknowledged: every 20 ms */
	solo_until(&t, 70 * MS);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 3);
	CU_ASSERT_EQUAL(t.out[1].at_ns, 50 * MS);
	solo_free(&t);
}

/* PATH-5: 2 x path_fail_rtos + 2 = 8 transmissions of one packet, each proved lost by a later one.
 */
static void test_one_packet(void)
{
	struct wire_packet k;
	unsigned sent = 1;
	setup(2);
	post(2);
	k = solo_ack(&t, 1, SOLO_PSN, t.out[1].k.path_timestamp);
	solo_feed(&t, &k);
	for (unsigned i = 0; path(0).is_live && i < 20; i++) {
		t.now_ns += 20 * US;
		post(2); /* one goes out on path 0 behind it, and arrives */
		uint32_t stamp = 0, psn = path(0).next_psn;
		for (unsigned n = 0; n < t.out_count; n++)
			if (t.out[n].k.path_id == 0)
				stamp = t.out[n].k.path_timestamp;
		k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, -1), stamp);
		for (unsigned b = 1; b < (psn - SOLO_PSN) % 256; b++)
			wire_sack_set(k.ackh_sack, b);
		solo_feed(&t, &k);
		for (unsigned n = 0; n < t.out_count; n++)
			sent += t.out[n].k.path_id == 0 && t.out[n].k.base_psn == SOLO_PSN &&
				t.out[n].k.kind == PKT_WRITE;
	}
	CU_ASSERT_FALSE(path(0).is_live);
	CU_ASSERT_EQUAL(sent, 8);
	solo_free(&t);
}

static void test_last_path(void)
{
	uint32_t ports[4];
	unsigned n = 0;
	setup(2);
	fail(1);
	post(1);
	t.out_count = 0;
	solo_until(&t, 16 * MS);         /* timeouts at 1, 3, 7 and 15 ms */
	CU_ASSERT_TRUE(path(0).is_live); /* PATH-5, PATH-10 */
	for (unsigned i = 0; i < t.out_count && n < 4; i++)
		if (t.out[i].k.path_id == 0) {
			CU_ASSERT_EQUAL(t.out[i].k.base_psn, SOLO_PSN);
			ports[n++] = t.out[i].k.udp_sport;
		}
	CU_ASSERT_EQUAL_FATAL(n, 4);
	CU_ASSERT_EQUAL(ports[0], 50000);
	CU_ASSERT_EQUAL(ports[1], 50000);
	CU_ASSERT_NOT_EQUAL(ports[2], 50000); /* after the third: another source port */
	solo_free(&t);
}

void suite_engine_failover(void);
void suite_engine_failover(void)
{
	CU_pSuite s = CU_add_suite("engine_failover", NULL, NULL);
	CU_ADD_TEST(s, test_moved_twice);
	CU_ADD_TEST(s, test_returns_at_least_window);
	CU_ADD_TEST(s, test_first_copy_arrives);
	CU_ADD_TEST(s, test_probing);
	CU_ADD_TEST(s, test_one_packet);
	CU_ADD_TEST(s, test_last_path);
}
