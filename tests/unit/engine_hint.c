/* Hints given (HINT-1, HINT-2, HINT-5) and taken (HINT-3, HINT-4, HINT-6, HINT-7). */
#include "tests/unit/engine_solo.h"

static struct solo t;
static uint8_t bytes[1 << 20];

static void setup(uint32_t paths)
{
	solo_defaults(&t);
	t.params.paths = paths;
	t.params.cwnd_init = 256;
	t.params.rto_init = 1000000;
	t.params.rto_min = 1000000;
	solo_open(&t);
}

static void post(void)
{
	struct ref_work w = {
		.kind = REF_WRITE, .stream = 1, .local = bytes, .length = sizeof(bytes)
	};
	CU_ASSERT_EQUAL(ref_work_post(t.s.e, t.s.conn, &w, t.now_ns), RES_OK);
}

/* A hint about nothing: the ACK of the beginning. */
static void hint(uint32_t kbps)
{
	struct wire_packet k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, -1), 0);
	k.ackh_rate_hint = kbps;
	solo_feed(&t, &k);
}

/* A full WRITE packet of mtu 256: 20 + 8 + 12 + 8 + 16 + 12 + 256 + 4 = 336 IP bytes. */
static void test_rate(void)
{
	unsigned early;
	setup(1);
	hint(336 * 8); /* one packet per ms */
	post();
	solo_pump(&t);
	early = t.out_count;
	CU_ASSERT_TRUE(early <= 1 + 16); /* HINT-3: the burst */
	CU_ASSERT_TRUE(early >= 1);
	t.out_count = 0;
	solo_until(&t, 100 * MS);
	CU_ASSERT_TRUE(t.out_count >= 99 && t.out_count <= 101);
	t.out_count = 0;
	hint(336 * 8 * 10); /* HINT-4: raised, and followed at once */
	t.out_count = 0;
	solo_until(&t, 105 * MS);
	CU_ASSERT_TRUE(t.out_count >= 49 && t.out_count <= 51);
	solo_free(&t);
}

static void test_odd_hints(void)
{
	struct wire_packet old, k;
	setup(1);
	hint(336 * 8 * 10);
	old = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, -1), 0);
	hint(0); /* HINT-6: ignored */
	old.ackh_rate_hint = 1;
	k = old;
	solo_feed(&t, &k); /* HINT-7: stale */
	post();
	solo_pump(&t);
	t.out_count = 0;
	solo_until(&t, 5 * MS);
	CU_ASSERT_TRUE(t.out_count >= 49 && t.out_count <= 51);
	hint(1); /* HINT-6: one full packet per probe_interval at least */
	t.out_count = 0;
	solo_until(&t, 1005 * MS);
	CU_ASSERT_TRUE(t.out_count >= 98 && t.out_count <= 112);
	solo_free(&t);
}

/* HINT-3: a repair held back by the hint stops the path's timer. */
static void test_held_back(void)
{
	const unsigned bits[] = { 100 };
	struct wire_packet k;
	unsigned again = 0;
	setup(1);
	post();
	solo_pump(&t);
	CU_ASSERT_EQUAL(t.out_count, 256);
	hint(1);
	t.now_ns += 1 * MS;
	k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, -1), 0);
	k.ackh_rate_hint = 1;
	wire_sack_set(k.ackh_sack, bits[0]);
	solo_feed(&t, &k);
	for (unsigned i = 0; i < t.out_count; i++)
		again += t.out[i].k.base_rtx;
	CU_ASSERT_TRUE(again >= 1 && again <= 17); /* RTX-1: the first one at once */
	t.out_count = 0;
	solo_until(&t, 101 * MS);
	CU_ASSERT_TRUE(t.out_count >= 8 && t.out_count <= 12); /* 448 bytes per 10 ms, 336 each */
	solo_free(&t);
}

/* Two connections of one endpoint; the second one's packets are made by hand, too. */
static void test_shares(void)
{
	struct ref_conn_config other;
	struct wire_packet k;
	int conn;
	setup(1);
	other = t.s.config;
	other.local.conn_id = 0x201;
	other.peer.conn_id = 0x200;
	CU_ASSERT_EQUAL(ref_conn_open(t.s.e, &other, 0, &conn, NULL), RES_OK);
	k = solo_packet(&t, PKT_PROBE, 0, 0);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->ackh_rate_hint,
			1000000); /* none active: link_rate / (0+1) */
	k = solo_packet(&t, PKT_NOP, 0, SOLO_PEER_PSN);
	k.base_ack_req = 1;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->ackh_rate_hint, 1000000); /* HINT-2: a lone sender */
	k = solo_packet(&t, PKT_PROBE, 0, 0);
	k.base_dst_conn = 0x201;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->base_dst_conn, 0x200);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->ackh_rate_hint, 500000); /* HINT-1: inactive, N + 1 */
	k = solo_packet(&t, PKT_NOP, 0, SOLO_PEER_PSN);
	k.base_dst_conn = 0x201;
	solo_feed(&t, &k);
	/* HINT-2: the other one, told too much, gets another ACK. */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->base_dst_conn, 0x100);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->ackh_rate_hint, 500000);
	t.out_count = 0;
	solo_until(&t, 999 * US);
	k = solo_packet(&t, PKT_NOP, 0, SOLO_PEER_PSN + 1);
	k.base_ack_req = 1;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->ackh_rate_hint, 500000);
	solo_until(&t, 1001 * US); /* HINT-5: hint_idle after its only packet */
	k = solo_packet(&t, PKT_NOP, 0, SOLO_PEER_PSN + 2);
	k.base_ack_req = 1;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->ackh_rate_hint, 1000000);
	solo_free(&t);
}

/* A second connection of the same endpoint, 0x201, which sends one NOP at t.now_ns. */
static void second_sends(void)
{
	struct ref_conn_config other = t.s.config;
	struct wire_packet k;
	int conn;
	other.local.conn_id = 0x201;
	other.peer.conn_id = 0x200;
	CU_ASSERT_EQUAL(ref_conn_open(t.s.e, &other, t.now_ns, &conn, NULL), RES_OK);
	k = solo_packet(&t, PKT_NOP, 0, SOLO_PEER_PSN);
	k.base_dst_conn = 0x201;
	solo_feed(&t, &k);
}

/* The hint told to the first one for a NOP of its own. */
static uint32_t hint_told(int32_t psn)
{
	struct wire_packet k = solo_packet(&t, PKT_NOP, 0, wire_psn_add(SOLO_PEER_PSN, psn));
	k.base_ack_req = 1;
	solo_feed(&t, &k);
	return solo_at(&t, 0)->ackh_rate_hint;
}

/* ACK-4, HINT-2: N kb/s in all, where link_rate is less than N. */
static void test_never_zero(void)
{
	solo_defaults(&t);
	t.params.link_rate = 1;
	solo_open(&t);
	second_sends();
	CU_ASSERT_EQUAL(hint_told(0), 1);
	solo_free(&t);
}

/* HINT-5: at 50 kb/s a full packet (256 + 112 bytes, 2944 bits) takes 59 ms: such a sender counts
 * for four of them, though hint_idle is 1 ms. */
static void test_slow_sender(void)
{
	solo_defaults(&t);
	t.params.link_rate = 100;
	solo_open(&t);
	second_sends();
	CU_ASSERT_EQUAL(hint_told(0), 50);
	solo_until(&t, 20 * MS);
	CU_ASSERT_EQUAL(hint_told(1), 50);
	solo_free(&t);
}

/* HINT-3: after a long silence a burst of at most P + 16 full packets (these have 336 bytes). */
static void test_burst(void)
{
	setup(1);
	t.now_ns = 10 * SEC;
	hint(336 * 8);
	post();
	t.out_count = 0;
	solo_pump(&t);
	CU_ASSERT_TRUE(t.out_count * 336 <= (1 + 16) * (256 + 112));
	solo_free(&t);
}

void suite_engine_hint(void);
void suite_engine_hint(void)
{
	CU_pSuite s = CU_add_suite("engine_hint", NULL, NULL);
	CU_ADD_TEST(s, test_rate);
	CU_ADD_TEST(s, test_odd_hints);
	CU_ADD_TEST(s, test_held_back);
	CU_ADD_TEST(s, test_shares);
	CU_ADD_TEST(s, test_never_zero);
	CU_ADD_TEST(s, test_slow_sender);
	CU_ADD_TEST(s, test_burst);
}
