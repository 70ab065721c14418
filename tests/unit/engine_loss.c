/* Loss and windows: what proves loss, which repairs go at once (RTX-1, CC-4), what leaves the
 * window alone (RTX-8) and what does not (RTX-11), idleness (CC-7), the hint's hold on repairs
 * (HINT-3). */
#include "tests/unit/engine_solo.h"

#define M0 0xFFFFFFFEu

static struct solo t;

static void setup(uint32_t paths, uint32_t cwnd_init)
{
	solo_defaults(&t);
	t.params.paths = paths;
	t.params.cwnd_init = cwnd_init;
	t.params.rto_init = 1000;
	t.params.rto_min = 1000;
	t.params.path_fail_rtos = 7;
	solo_open(&t);
}

static struct wire_packet ack_of(unsigned path, int32_t cum, uint32_t echo)
{
	return solo_ack(&t, path, wire_psn_add(SOLO_PSN, cum), echo);
}

/* Sequenced frames in out; those of a path only, if it is one. */
static unsigned sequenced(int path)
{
	unsigned n = 0;
	for (unsigned i = 0; i < t.out_count; i++)
		n += wire_is_sequenced(t.out[i].k.kind) &&
		     (path < 0 || t.out[i].k.path_id == (unsigned)path);
	return n;
}

/* RTX-1: a retransmitted packet's acknowledgement does not say which transmission arrived. */
static void test_retransmitted_proves_nothing(void)
{
	struct wire_packet k;
	setup(1, 32);
	solo_post(&t, REF_WRITE, 1, 3 * 256);
	t.now_ns = 10 * US;
	k = ack_of(0, -1, 0);
	wire_sack_set(k.ackh_sack, 1);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->base_psn, SOLO_PSN); /* again */
	k = ack_of(0, 1, 0);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.out_count, 0); /* of PSN 2 nothing is known */
	solo_free(&t);
}

/* RTX-1: the transmission that ts_echo names may be a PROBE. */
static void test_probe_proves(void)
{
	struct wire_packet k;
	uint32_t stamp = 0;
	setup(1, 32);
	solo_post(&t, REF_WRITE, 2, 10);
	k = ack_of(0, 0, 0);
	k.ackh_stream = 2;
	solo_feed(&t, &k); /* stream 2 will be asked about, 1 ms from now */
	solo_until(&t, 900 * US);
	solo_post(&t, REF_WRITE, 1, 2 * 256);
	solo_until(&t, 1100 * US);
	for (unsigned i = 0; i < t.out_count; i++)
		if (t.out[i].k.kind == PKT_PROBE)
			stamp = t.out[i].k.path_timestamp;
	CU_ASSERT_NOT_EQUAL(stamp, 0);
	k = ack_of(0, 0, stamp);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(sequenced(0), 2);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->base_rtx, 1);
	solo_free(&t);
}

/* RTX-1, CC-4: with the window cut below what is in flight the first repair goes at once, and only
 * that one. */
static void test_first_repair(void)
{
	struct wire_packet k;
	setup(1, 32);
	solo_post(&t, REF_WRITE, 1, 100 * 256);
	t.now_ns = 10 * US;
	k = ack_of(0, -1, t.out[2].k.path_timestamp);
	wire_sack_set(k.ackh_sack, 2);
	k.ackh_ce_count = 1;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(t.out[0].k.base_psn, SOLO_PSN);
	CU_ASSERT_EQUAL(t.out[0].k.base_rtx, 1);
	solo_free(&t);
}

/* CC-4: the sum of the live paths' windows limits, and each path's own. */
static void test_connection_window(void)
{
	struct wire_packet k;
	setup(3, 4);
	CU_ASSERT_EQUAL(ref_path_fail(t.s.e, t.s.conn, 2, 0), RES_OK);
	solo_post(&t, REF_WRITE, 1, 100 * 256);
	CU_ASSERT_EQUAL(sequenced(-1), 8);
	k = ack_of(0, -1, 0);
	k.ackh_ce_count = 4;
	solo_feed(&t, &k); /* path 0: 2, path 1: 4; 8 are in flight */
	CU_ASSERT_EQUAL(solo_path(&t, 0).window, 2);
	k = ack_of(1, 1, 0);
	solo_feed(&t, &k); /* 6 are in flight */
	CU_ASSERT_EQUAL(sequenced(-1), 0);
	k = ack_of(1, 3, 0);
	solo_feed(&t, &k); /* 4: two more, not on path 0, which has 4 */
	CU_ASSERT_EQUAL(sequenced(-1), 2);
	CU_ASSERT_EQUAL(sequenced(1), 2);
	solo_free(&t);
}

/* Round trips in each of which all repairs arrive and the first `lost` of the new packets do not.
 */
static void lossy_rounds(uint32_t lost, unsigned rounds)
{
	uint32_t from = SOLO_PSN, newest = 0;
	for (unsigned r = 0; r < rounds; r++) {
		uint32_t to = solo_path(&t, 0).next_psn;
		for (unsigned i = 0; i < t.out_count; i++)
			if (t.out[i].k.base_rtx == 0)
				newest = t.out[i].k.path_timestamp;
		t.now_ns += 100 * US;
		struct wire_packet k = solo_ack(&t, 0, wire_psn_add(from, -1), newest);
		for (uint32_t i = lost; i < ((to - from) & 0xFFFFFF); i++)
			wire_sack_set(k.ackh_sack, i);
		solo_feed(&t, &k);
		from = to;
	}
}

/* RTX-8: one packet lost in every round trip. */
static void test_little_loss(void)
{
	setup(1, 32);
	solo_post(&t, REF_WRITE, 1, 1000 * 256);
	lossy_rounds(1, 8);
	CU_ASSERT_TRUE(solo_path(&t, 0).window >= 32);
	CU_ASSERT_EQUAL(solo_path(&t, 0).retransmitted, 8);
	solo_free(&t);
}

/* RTX-11: a quarter lost in every round trip. */
static void test_lasting_loss(void)
{
	setup(1, 32);
	solo_post(&t, REF_WRITE, 1, 1000 * 256);
	lossy_rounds(8, 8);
	CU_ASSERT_TRUE(solo_path(&t, 0).window < 32);
	solo_free(&t);
}

/* All in flight arrives, round trips of 100 us. */
static void rounds(unsigned n)
{
	while (n-- > 0) {
		uint32_t last = t.out_count > 0 ? t.out[t.out_count - 1].k.path_timestamp : 0;
		t.now_ns += 100 * US;
		struct wire_packet k =
			solo_ack(&t, 0, wire_psn_add(solo_path(&t, 0).next_psn, -1), last);
		solo_feed(&t, &k);
	}
}

/* RTX-8, CC-2: the timeout of a burst's last packet takes the window to cwnd_min (RTX-11), but the
 * loss of one packet does not keep it there. */
static void test_tail_loss(void)
{
	struct wire_packet k;
	setup(1, 32);
	solo_post(&t, REF_WRITE, 1, 3 * 256);
	k = ack_of(0, 1, 0);
	solo_feed(&t, &k);
	solo_until(&t, 1500 * US);
	CU_ASSERT_EQUAL(solo_path(&t, 0).window, 1);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->base_rtx, 1); /* RTX-7 */
	rounds(1);
	solo_post(&t, REF_WRITE, 1, 500 * 256);
	rounds(6);
	CU_ASSERT_TRUE(solo_path(&t, 0).window >= 32);
	solo_free(&t);
}

/* CC-7: after 1 s idle at most cwnd_init. */
static void test_idle(void)
{
	setup(1, 4);
	solo_post(&t, REF_WRITE, 1, 22 * 256); /* 4 + 5 + 6 + 7 */
	rounds(5);
	CU_ASSERT_TRUE(solo_path(&t, 0).window >= 6);
	t.now_ns += 1 * SEC + 1 * MS;
	solo_post(&t, REF_WRITE, 1, 100 * 256);
	CU_ASSERT_EQUAL(sequenced(-1), 4);
	solo_free(&t);
}

/* CC-7: nor does what a timeout took before come back beyond that. */
static void test_idle_after_timeout(void)
{
	setup(1, 4);
	solo_post(&t, REF_WRITE, 1, 22 * 256);
	rounds(5);
	solo_post(&t, REF_WRITE, 1, 1);
	solo_until(&t, t.now_ns + 10 * MS);
	CU_ASSERT_EQUAL(solo_path(&t, 0).window, 1);
	rounds(1);
	t.now_ns += 1 * SEC + 1 * MS;
	solo_post(&t, REF_WRITE, 1, 100 * 256);
	rounds(2); /* cwnd_init and the growth of two round trips (CC-2) */
	CU_ASSERT_TRUE(solo_path(&t, 0).window <= 6);
	solo_free(&t);
}

/* HINT-3: at 1 kb/s, which may be taken as one full packet per probe_interval (10 ms), a burst is
 * at most P + 16 packets; a repair that is held back stops the timer until it is sent. */
static void test_held_repair(void)
{
	struct wire_packet k;
	setup(1, 64);
	t.now_ns = 10 * SEC;
	k = ack_of(0, -1, 0);
	k.ackh_rate_hint = 1;
	solo_feed(&t, &k);
	solo_post(&t, REF_WRITE, 1, 60 * 256);
	CU_ASSERT_TRUE(t.out_count >= 10 && t.out_count <= 1 + 16 + 4); /* not all are full */
	t.now_ns += 500 * US;
	k = ack_of(0, -1, t.out[2].k.path_timestamp);
	wire_sack_set(k.ackh_sack, 2);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(sequenced(-1), 1); /* RTX-1: the first of two */
	t.out_count = 0;
	solo_until(&t, t.now_ns + 8 * MS);
	CU_ASSERT_EQUAL(sequenced(-1), 0);
	solo_until(&t, t.now_ns + 30 * MS);
	CU_ASSERT_TRUE(sequenced(-1) >= 1);
	solo_free(&t);
}

/* RTX-12: the message before a failed one is repaired, the failed one is filled by a NOP. */
static void test_failed_message(void)
{
	struct wire_packet k;
	setup(1, 32);
	for (unsigned i = 0; i < 3; i++)
		solo_post(&t, REF_WRITE, 1, 10);
	t.now_ns = 10 * US;
	k = ack_of(0, -1, 0);
	wire_sack_set(k.ackh_sack, 2);
	k.ackh_stream = 1;
	k.ackh_status = STATUS_ACCESS;
	k.ackh_status_msn = M0 + 1;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.out_count, 2);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->kind, PKT_WRITE);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->base_psn, SOLO_PSN);
	CU_ASSERT_EQUAL(solo_at(&t, 1)->kind, PKT_NOP);
	CU_ASSERT_EQUAL(solo_at(&t, 1)->base_psn, wire_psn_add(SOLO_PSN, 1));
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	solo_free(&t);
}

/* PATH-6: rerouted packets go before new ones. */
static void test_rerouted_first(void)
{
	struct wire_packet k;
	setup(2, 2);
	solo_post(&t, REF_WRITE, 1, 100 * 256); /* two on each path */
	t.out_count = 0;
	CU_ASSERT_EQUAL(ref_path_fail(t.s.e, t.s.conn, 0, 0), RES_OK);
	solo_pump(&t);
	CU_ASSERT_EQUAL(sequenced(1), 0);
	k = ack_of(1, 1, 0);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(sequenced(1), 2);
	for (unsigned i = 0; i < t.out_count; i++)
		CU_ASSERT_EQUAL(t.out[i].k.path_rerouted, 1);
	solo_free(&t);
}

/* STRM-7: a long message of one stream does not hold up another stream. */
static void test_streams_share(void)
{
	static uint8_t bytes[100 * 256];
	struct ref_work w = {
		.kind = REF_WRITE, .stream = 1, .local = bytes, .length = sizeof(bytes)
	};
	unsigned seen = 0;
	setup(1, 32);
	CU_ASSERT_EQUAL(ref_work_post(t.s.e, t.s.conn, &w, 0), RES_OK);
	w.stream = 2;
	CU_ASSERT_EQUAL(ref_work_post(t.s.e, t.s.conn, &w, 0), RES_OK);
	solo_pump(&t);
	for (unsigned i = 0; i < t.out_count; i++)
		seen += t.out[i].k.msg_stream == 2;
	CU_ASSERT_EQUAL(t.out_count, 32);
	CU_ASSERT_EQUAL(seen, 16);
	solo_free(&t);
}

void suite_engine_loss(void);
void suite_engine_loss(void)
{
	CU_pSuite s = CU_add_suite("engine_loss", NULL, NULL);
	CU_ADD_TEST(s, test_retransmitted_proves_nothing);
	CU_ADD_TEST(s, test_probe_proves);
	CU_ADD_TEST(s, test_first_repair);
	CU_ADD_TEST(s, test_connection_window);
	CU_ADD_TEST(s, test_little_loss);
	CU_ADD_TEST(s, test_lasting_loss);
	CU_ADD_TEST(s, test_tail_loss);
	CU_ADD_TEST(s, test_idle);
	CU_ADD_TEST(s, test_idle_after_timeout);
	CU_ADD_TEST(s, test_held_repair);
	CU_ADD_TEST(s, test_failed_message);
	CU_ADD_TEST(s, test_rerouted_first);
	CU_ADD_TEST(s, test_streams_share);
}
