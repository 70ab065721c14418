/* Receiving on a path: acceptance (PSN), the ACK's fields and when it is due (SACK, ACK), rerouted
 * packets (PATH-7), PROBEs. */
#include "tests/unit/engine_solo.h"

static struct solo t;

static struct wire_packet nop(unsigned path, int32_t offset)
{
	return solo_packet(&t, PKT_NOP, path, wire_psn_add(SOLO_PEER_PSN, offset));
}

static void feed_nop(unsigned path, int32_t offset)
{
	struct wire_packet k = nop(path, offset);
	solo_feed(&t, &k);
}

static void setup(void)
{
	solo_defaults(&t);
	solo_open(&t);
}

static void test_in_order_is_coalesced(void)
{
	setup();
	feed_nop(0, 0);
	CU_ASSERT_EQUAL(t.out_count, 0);
	CU_ASSERT_EQUAL(ref_deadline(t.s.e), 100 * US); /* ACK-3: ack_delay */
	t.now_ns = 40 * US;
	feed_nop(0, 1);
	CU_ASSERT_EQUAL(t.out_count, 0);
	solo_until(&t, 100 * US - 1);
	CU_ASSERT_EQUAL(t.out_count, 0);
	solo_until(&t, 100 * US);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(t.out[0].k.kind, PKT_ACK);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cum_psn, 0xFFFF81); /* SACK-1 */
	CU_ASSERT_TRUE(sack_is(&t.out[0].k, NULL, 0));
	CU_ASSERT_EQUAL(t.out[0].k.ackh_ts_echo, 0x1001);    /* HDR-4: of the last packet */
	CU_ASSERT_EQUAL(t.out[0].k.base_psn, 0);             /* the first ACK number */
	CU_ASSERT_EQUAL(t.out[0].k.ackh_rate_hint, 1000000); /* HINT-1: alone */
	solo_until(&t, 1 * SEC);
	CU_ASSERT_EQUAL(t.out_count, 1);
	solo_free(&t);
}

static void test_ack_every(void)
{
	setup();
	for (int i = 0; i < 15; i++) {
		feed_nop(2, i);
		CU_ASSERT_EQUAL(t.out_count, 0);
	}
	feed_nop(2, 15); /* ACK-3: the 16th */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cum_psn, 0xFFFF8F);
	CU_ASSERT_EQUAL(t.out[0].k.path_id, 2); /* ACK-1 */
	CU_ASSERT_EQUAL(t.out[0].plane, 2);
	CU_ASSERT_EQUAL(t.out[0].k.udp_sport, 50002);
	CU_ASSERT_EQUAL(t.out[0].k.base_dst_conn, 0x100);
	solo_free(&t);
}

static void test_gap(void)
{
	const unsigned one[] = { 1 }, two[] = { 1, 3 }, joined[] = { 1, 2, 3 };
	setup();
	feed_nop(0, 1); /* ACK-2: opens a gap */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cum_psn, 0xFFFF7F);
	CU_ASSERT_TRUE(sack_is(&t.out[0].k, one, 1));
	feed_nop(0, 3);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_TRUE(sack_is(&t.out[0].k, two, 2));
	feed_nop(0, 2); /* fills one */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_TRUE(sack_is(&t.out[0].k, joined, 3));
	feed_nop(0, 4); /* the next one neither opens nor fills */
	CU_ASSERT_EQUAL(t.out_count, 0);
	feed_nop(0, 0);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cum_psn, 0xFFFF84);
	CU_ASSERT_TRUE(sack_is(&t.out[0].k, NULL, 0));
	CU_ASSERT_EQUAL(t.out[0].k.base_psn, 3); /* ACK-5 */
	solo_free(&t);
}

static void test_window_edges(void)
{
	const unsigned last[] = { 255 };
	struct ref_counters n;
	setup();
	feed_nop(0, 255); /* PSN-3: cum + 256, across the wrap of 2^24 */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_TRUE(sack_is(&t.out[0].k, last, 1));
	feed_nop(0, 256);                      /* one beyond */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1); /* PSN-6, ACK-2 */
	CU_ASSERT_TRUE(sack_is(&t.out[0].k, last, 1));
	CU_ASSERT_EQUAL(t.out[0].k.ackh_ts_echo, 0x1001); /* PSN-6: ts_echo apart */
	feed_nop(0, -1 - (1 << 23));                      /* cum - 2^23: out of window */
	feed_nop(0, -(1 << 23));                          /* cum - 2^23 + 1: a duplicate */
	feed_nop(0, -1);
	CU_ASSERT_EQUAL(t.out_count, 1);
	ref_query_counters(t.s.e, &n);
	CU_ASSERT_EQUAL(n.rx_out_of_window, 2);
	CU_ASSERT_EQUAL(n.rx_duplicate, 2);
	CU_ASSERT_EQUAL(n.rx_accepted, 1);
	for (int i = 254; i >= 0; i--)
		feed_nop(0, i); /* PSN-4: backwards */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cum_psn, 0x00007F); /* PSN-8 */
	feed_nop(0, 511);
	CU_ASSERT_TRUE(sack_is(&t.out[0].k, last, 1));
	solo_free(&t);
}

static void test_every_sack_bit(void)
{
	for (unsigned bit = 1; bit < 256; bit++) {
		setup();
		feed_nop(1, 0);
		feed_nop(1, 1 + (int)bit);
		CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
		CU_ASSERT_EQUAL(t.out[0].k.ackh_cum_psn, 0xFFFF80);
		CU_ASSERT_TRUE(sack_is(&t.out[0].k, &bit, 1)); /* SACK-2 */
		solo_free(&t);
	}
}

static void test_paths_apart(void)
{
	struct ref_path_rx rx;
	setup();
	feed_nop(0, 5);
	feed_nop(3, 0);
	CU_ASSERT_EQUAL(ref_query_path_rx(t.s.e, t.s.conn, 1, &rx), RES_OK);
	CU_ASSERT_EQUAL(rx.cum_psn, 0xFFFF7F); /* PSN-7 */
	CU_ASSERT_EQUAL(rx.ts_echo, 0);
	CU_ASSERT_EQUAL(ref_query_path_rx(t.s.e, t.s.conn, 3, &rx), RES_OK);
	CU_ASSERT_EQUAL(rx.cum_psn, 0xFFFF80);
	CU_ASSERT_EQUAL(rx.ts_echo, 0x1001);
	CU_ASSERT_EQUAL(ref_query_path_rx(t.s.e, t.s.conn, 4, &rx), RES_E_UNKNOWN);
	solo_free(&t);
}

static void test_marks(void)
{
	struct wire_packet k;
	setup();
	k = nop(0, 0);
	k.ipv4_ecn = 3;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1); /* ACK-2: the first mark */
	CU_ASSERT_EQUAL(t.out[0].k.ackh_ce_count, 1);
	solo_feed(&t, &k); /* ECN-1: duplicates included */
	CU_ASSERT_EQUAL(t.out[0].k.ackh_ce_count, 2);
	k = nop(0, 1);
	k.ipv4_ecn = 1; /* ECT(1) is no mark */
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.out_count, 0);
	k = solo_packet(&t, PKT_PROBE, 0, 0);
	k.ipv4_ecn = 3; /* ECN-2 */
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_ce_count, 2);
	CU_ASSERT_EQUAL(t.out[0].k.ipv4_ecn, 0); /* ECN-3 */
	k = nop(1, 0);
	solo_feed(&t, &k);
	solo_until(&t, 1 * MS);
	CU_ASSERT_EQUAL(t.out[0].k.path_id, 1);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_ce_count, 0);
	solo_free(&t);
}

static void test_ack_req(void)
{
	struct wire_packet k;
	setup();
	k = nop(0, 0);
	k.base_ack_req = 1;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.out_count, 1);
	feed_nop(0, 0); /* a duplicate; PSN-5 */
	CU_ASSERT_EQUAL(t.out_count, 1);
	solo_until(&t, 1 * SEC);
	CU_ASSERT_EQUAL(t.out_count, 1); /* nothing is owed any more */
	solo_free(&t);
}

static void test_probe(void)
{
	struct wire_packet k;
	setup();
	k = solo_packet(&t, PKT_PROBE, 1, 77);
	k.msg_stream = 3;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1); /* PROBE-1 */
	CU_ASSERT_EQUAL(t.out[0].k.kind, PKT_ACK);
	CU_ASSERT_EQUAL(t.out[0].k.path_id, 1);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_stream, 3);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cmsn, 0xFFFFFFFE);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_ts_echo, 0x1000);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cum_psn, 0xFFFF7F);
	CU_ASSERT_EQUAL(t.out[0].k.udp_sport, 50001);
	k.base_rtx = 1; /* PATH-11 */
	k.msg_stream = 4;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_NOT_EQUAL(t.out[0].k.udp_sport, 50001);
	CU_ASSERT_TRUE(t.out[0].k.udp_sport >= 49152);              /* ENC-3 */
	CU_ASSERT_EQUAL(t.out[0].k.ackh_status, STATUS_BAD_STREAM); /* STRM-8 */
	CU_ASSERT_EQUAL(t.out[0].k.ackh_stream, 4);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cmsn, 0);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_status_msn, 0);
	uint32_t port = t.out[0].k.udp_sport;
	t.now_ns += 9999 * US;
	solo_feed(&t, &k); /* at most once per probe_interval */
	CU_ASSERT_EQUAL(t.out[0].k.udp_sport, port);
	t.now_ns += 1 * US;
	solo_feed(&t, &k);
	CU_ASSERT_NOT_EQUAL(t.out[0].k.udp_sport, port);
	solo_free(&t);
}

static void test_any_source_port(void)
{
	struct wire_packet k;
	setup();
	k = nop(0, 0);
	k.udp_sport = 50000; /* PATH-2: even one in use on the way back */
	solo_feed(&t, &k);
	k = nop(0, 1);
	k.udp_sport = 1;
	k.base_ack_req = 1;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cum_psn, 0xFFFF81);
	CU_ASSERT_EQUAL(t.out[0].k.udp_sport, 50000);
	solo_free(&t);
}

/* SACK-3: in whatever order 304 packets come, what one ACK has acknowledged the next ones do, too.
 */
static void test_never_missing_again(void)
{
	static bool is_acked[304];
	setup();
	memset(is_acked, 0, sizeof(is_acked));
	for (int32_t i = 0; i < 304; i++) {
		struct wire_packet k = nop(0, i ^ 7); /* eights, backwards */
		k.base_ack_req = 1;
		solo_feed(&t, &k);
		CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
		const struct wire_packet *a = &t.out[0].k;
		for (int32_t n = 0; n < 304; n++) {
			int32_t ahead =
				wire_psn_diff(wire_psn_add(SOLO_PEER_PSN, n), a->ackh_cum_psn);
			uint32_t bit = (uint32_t)(ahead - 1);
			bool is_now = ahead <= 0 ||
				      (bit < 256 && (a->ackh_sack[bit / 8] >> bit % 8 & 1) != 0);
			CU_ASSERT_FALSE(is_acked[n] && !is_now);
			is_acked[n] = is_now;
		}
		CU_ASSERT_TRUE(is_acked[i ^ 7]);
	}
	solo_free(&t);
}

void suite_engine_receive(void);
void suite_engine_receive(void)
{
	CU_pSuite s = CU_add_suite("engine_receive", NULL, NULL);
	CU_ADD_TEST(s, test_in_order_is_coalesced);
	CU_ADD_TEST(s, test_ack_every);
	CU_ADD_TEST(s, test_gap);
	CU_ADD_TEST(s, test_window_edges);
	CU_ADD_TEST(s, test_every_sack_bit);
	CU_ADD_TEST(s, test_paths_apart);
	CU_ADD_TEST(s, test_marks);
	CU_ADD_TEST(s, test_ack_req);
	CU_ADD_TEST(s, test_probe);
	CU_ADD_TEST(s, test_any_source_port);
	CU_ADD_TEST(s, test_never_missing_again);
}
