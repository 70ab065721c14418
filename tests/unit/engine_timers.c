/* Timers: RTT samples and the retransmission timer (HDR-4, RTX-5), failing paths (PATH-5, PATH-8),
 * old source ports (PATH-4), asking (PROBE-2) and giving up (RTX-9). */
#include "tests/unit/engine_solo.h"

#define M0 0xFFFFFFFEu

static struct solo t;

static void setup(uint32_t paths, uint32_t rto_us, uint32_t rto_max_us)
{
	solo_defaults(&t);
	t.params.paths = paths;
	t.params.rto_init = rto_us;
	t.params.rto_min = 1000;
	t.params.rto_max = rto_max_us;
	t.params.path_fail_rtos = 3;
	t.params.retry_limit = 15; /* nothing gives up before a test ends */
	solo_open(&t);
}

/* At a time, an ACK of a path up to PSN number cum (from 0). */
static void ack(uint64_t at_ns, unsigned path, int32_t cum, uint32_t echo)
{
	t.now_ns = at_ns;
	struct wire_packet k = solo_ack(&t, path, wire_psn_add(SOLO_PSN, cum), echo);
	k.ackh_stream = 1;
	solo_feed(&t, &k);
}

/* Runs on; how many frames of a kind then stand in out, and when the first one left. */
static unsigned sent(enum wire_kind kind, uint64_t until_ns, uint64_t *first_ns)
{
	unsigned n = 0;
	solo_until(&t, until_ns);
	for (unsigned i = 0; i < t.out_count; i++)
		if (t.out[i].k.kind == kind && n++ == 0 && first_ns)
			*first_ns = t.out[i].at_ns;
	return n;
}

/* RTX-5: not after 2 x clamp(srtt + 4 rttvar, rto_min, rto_max) + timer_tick. */
static void test_rto_max(void)
{
	uint64_t at = 0;
	setup(1, 3000, 3000);
	solo_post(&t, REF_WRITE, 1, 10);
	ack(2500 * US, 0, 0, t.out[0].k.path_timestamp);
	solo_post(&t, REF_WRITE, 1, 10);
	t.out_count = 0;
	CU_ASSERT_TRUE(sent(PKT_WRITE, 2500 * US + 6100 * US, &at) >= 1);
	CU_ASSERT_TRUE(at >= 2500 * US + 2500 * US); /* nor before the last sample */
	solo_free(&t);
}

/* RTX-5: not before the last RTT sample, which may be beyond rto_max. */
static void test_long_sample(void)
{
	uint32_t second;
	setup(1, 3000, 3000);
	solo_post(&t, REF_WRITE, 1, 2 * 256);
	second = t.out[1].k.path_timestamp;
	solo_until(&t, 8 * MS);
	ack(8 * MS, 0, 1, second);
	CU_ASSERT_EQUAL(solo_path(&t, 0).srtt_ns, 8 * MS);
	solo_post(&t, REF_WRITE, 1, 10);
	t.out_count = 0;
	CU_ASSERT_EQUAL(sent(PKT_WRITE, 16 * MS - 1, NULL), 0);
	CU_ASSERT_EQUAL(sent(PKT_WRITE, 16 * MS + 1, NULL), 1);
	solo_free(&t);
}

/* RTX-5: doubles up to rto_max, 4 ms. */
static void test_backoff(void)
{
	static const uint64_t at_ms[] = { 1, 3, 7, 11, 15 };
	setup(1, 1000, 4000);
	solo_post(&t, REF_WRITE, 1, 10);
	t.out_count = 0;
	CU_ASSERT_EQUAL_FATAL(sent(PKT_WRITE, 16 * MS, NULL), 5);
	for (unsigned i = 0; i < 5; i++)
		CU_ASSERT_EQUAL(t.out[i].at_ns, at_ms[i] * MS);
	solo_free(&t);
}

/* RTX-5: back to normal on progress. */
static void test_backoff_ends(void)
{
	uint64_t at = 0;
	setup(1, 1000, 64000);
	solo_post(&t, REF_WRITE, 1, 10);
	solo_until(&t, 4 * MS); /* expired at 1 and 3 ms */
	ack(4 * MS, 0, 0, 0);
	solo_post(&t, REF_WRITE, 1, 10);
	t.out_count = 0;
	CU_ASSERT_TRUE(sent(PKT_WRITE, 4 * MS + 2100 * US, &at) >= 1);
	CU_ASSERT_TRUE(at >= 5 * MS);
	solo_free(&t);
}

/* HDR-4: what acknowledges nothing is no sample; RTX-1: nor does a packet prove its own loss. */
static void test_echo_alone(void)
{
	setup(1, 1000, 64000);
	solo_post(&t, REF_WRITE, 1, 10);
	ack(300 * US, 0, -1, t.out[0].k.path_timestamp);
	CU_ASSERT_EQUAL(t.out_count, 0);
	CU_ASSERT_EQUAL(solo_path(&t, 0).srtt_ns, 0);
	solo_free(&t);
}

/* HDR-4: the answer to a PROBE is a sample. */
static void test_probe_sample(void)
{
	setup(2, 1000, 64000);
	CU_ASSERT_EQUAL(ref_path_fail(t.s.e, t.s.conn, 0, 0), RES_OK);
	solo_pump(&t);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->kind, PKT_PROBE);
	ack(70 * US, 0, -1, solo_at(&t, 0)->path_timestamp);
	CU_ASSERT_EQUAL(solo_path(&t, 0).srtt_ns, 70 * US);
	solo_free(&t);
}

/* PATH-5: ACKs of any kind come, but one packet has been sent 2 x 3 + 2 times. */
static void test_sent_too_often(void)
{
	unsigned copies = 0;
	setup(2, 1000, 8000);
	solo_post(&t, REF_WRITE, 1, 10); /* on path 0 */
	for (unsigned ms = 1; ms < 200 && solo_path(&t, 0).is_live; ms++) {
		solo_until(&t, ms * MS);
		for (unsigned i = 0; i < t.out_count; i++)
			copies += t.out[i].k.path_id == 0 && t.out[i].k.kind == PKT_WRITE;
		ack(ms * MS, 0, -1, 0);
		for (unsigned i = 0; i < t.out_count; i++)
			copies += t.out[i].k.path_id == 0 && t.out[i].k.kind == PKT_WRITE;
		t.out_count = 0;
	}
	CU_ASSERT_FALSE(solo_path(&t, 0).is_live);
	CU_ASSERT_EQUAL(copies, 8);
	solo_free(&t);
}

/* PATH-5: a PROBE unanswered for the path timer is a timeout. */
static void test_unanswered_probes(void)
{
	setup(2, 1000, 64000);
	solo_post(&t, REF_WRITE, 1, 10);
	ack(100 * US, 0, 0, 0); /* acknowledged, not complete: asked from now on, in vain */
	solo_until(&t, 100 * MS);
	CU_ASSERT_EQUAL(solo_path(&t, 0).is_live + solo_path(&t, 1).is_live, 1);
	solo_free(&t);
}

/* PATH-5: in a row, without any ACK. */
static void test_timeouts_in_a_row(void)
{
	setup(2, 1000, 64000);
	solo_post(&t, REF_WRITE, 1, 10);
	solo_until(&t, 4 * MS); /* timeouts at 1 and 3 ms */
	ack(4 * MS, 0, -1, 0);
	solo_until(&t, 30 * MS); /* at 7 and 15 ms */
	CU_ASSERT_TRUE(solo_path(&t, 0).is_live);
	solo_until(&t, 32 * MS); /* at 31 ms: the third */
	CU_ASSERT_FALSE(solo_path(&t, 0).is_live);
	solo_free(&t);
}

/* PATH-8: probe_interval (10 ms) doubles only while nothing is newly acknowledged. */
static void test_interval_restored(void)
{
	setup(2, 500000, 1000000);
	CU_ASSERT_EQUAL(ref_path_fail(t.s.e, t.s.conn, 0, 0), RES_OK);
	solo_pump(&t);
	ack(50 * US, 0, -1, solo_at(&t, 0)->path_timestamp);
	CU_ASSERT_TRUE(solo_path(&t, 0).is_live);
	solo_post(&t, REF_WRITE, 1, 2 * 256); /* one packet on each path */
	ack(100 * US, 0, 0, 0);
	t.out_count = 0;
	CU_ASSERT_EQUAL(ref_path_fail(t.s.e, t.s.conn, 0, t.now_ns), RES_OK);
	CU_ASSERT_EQUAL(sent(PKT_PROBE, 20100 * US, NULL), 3); /* at 0, 10 and 20 ms */
	solo_free(&t);
}

/* PATH-4: only what went out under the old port is counted lost. */
static void test_new_port_is_spared(void)
{
	unsigned again = 0;
	setup(1, 1000, 64000);
	solo_post(&t, REF_WRITE, 1, 10);
	t.now_ns = 100 * US;
	CU_ASSERT_EQUAL(ref_path_repath(t.s.e, t.s.conn, 0, t.now_ns), RES_OK);
	t.now_ns = 900 * US;
	solo_post(&t, REF_WRITE, 1, 10);
	t.out_count = 0;
	solo_until(&t, 1800 * US);
	for (unsigned i = 0; i < t.out_count; i++) {
		CU_ASSERT_EQUAL(t.out[i].k.base_psn, SOLO_PSN);
		again++;
	}
	CU_ASSERT_TRUE(again >= 1);
	solo_free(&t);
}

/* PATH-4, RTX-1: under the old port the old evidence counts as ever. */
static void test_old_port_evidence(void)
{
	struct wire_packet k;
	setup(1, 1000, 64000);
	solo_post(&t, REF_WRITE, 1, 3 * 256);
	CU_ASSERT_EQUAL(ref_path_repath(t.s.e, t.s.conn, 0, t.now_ns), RES_OK);
	t.now_ns = 10 * US;
	k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, -1), 0);
	wire_sack_set(k.ackh_sack, 1);
	wire_sack_set(k.ackh_sack, 2);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.out_count, 1);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->base_psn, SOLO_PSN);
	solo_free(&t);
}

/* PROBE-2: one RTO after the last ACK that spoke of the stream; the RTO is that of the path, 1 ms
 * after a sample of 100 us, though rto_init is 16 ms.  Then backed off. */
static void test_asking(void)
{
	static const uint64_t at_us[] = { 1100, 3100, 7100, 15100 };
	unsigned n = 0;
	setup(4, 16000, 64000);
	for (unsigned i = 0; i < 4; i++)
		solo_post(&t, REF_WRITE, 1, 10);
	for (unsigned i = 0; i < 4; i++)
		ack(100 * US, i, 0, 1u << 8 | SOLO_PSN % 256); /* each one's first transmission */
	t.out_count = 0;
	solo_until(&t, 20 * MS);
	for (unsigned i = 0; i < t.out_count && n < 4; i++)
		if (t.out[i].k.kind == PKT_PROBE)
			CU_ASSERT_EQUAL(t.out[i].at_ns, at_us[n++] * US);
	CU_ASSERT_EQUAL(n, 4);
	solo_free(&t);
}

/* PROBE-2: at most one such PROBE per path and RTO, streams in turn. */
static void test_asking_in_turn(void)
{
	setup(1, 1000, 64000);
	for (unsigned i = 0; i < 4; i++)
		solo_post(&t, REF_WRITE, i, 10);
	ack(10 * US, 0, 3, 0);
	CU_ASSERT_EQUAL(sent(PKT_PROBE, 1900 * US, NULL), 1);
	unsigned first = solo_at(&t, 0)->msg_stream;
	solo_until(&t, 10 * MS);
	CU_ASSERT_NOT_EQUAL(solo_at(&t, 1)->msg_stream, first);
	solo_free(&t);
}

static void setup_patience(void)
{
	solo_defaults(&t);
	t.params.paths = 1;
	t.params.rto_init = 1000000;
	t.params.rto_min = 1000000;
	t.params.rto_max = 8000000;
	t.params.retry_limit = 4; /* T = 1 + 2 + 4 + 8 + 8 s = 23 s */
	solo_open(&t);
}

/* RTX-9: alive just before T after the progress at 20 s, over by T + 2 x rto_max. */
static void lasts_until_43_s(unsigned done)
{
	for (uint64_t s = 21; s < 43; s++) {
		t.out_count = 0;
		solo_until(&t, s * SEC);
	}
	solo_until(&t, 43 * SEC - 1);
	CU_ASSERT_EQUAL(t.s.done_count, done);
	solo_until(&t, 59 * SEC);
	CU_ASSERT_TRUE(t.s.done_count > done);
	solo_free(&t);
}

/* RTX-9: a PSN newly acknowledged is progress. */
static void test_progress_by_psn(void)
{
	setup_patience();
	solo_post(&t, REF_WRITE, 1, 2 * 256);
	solo_until(&t, 20 * SEC);
	ack(20 * SEC, 0, 0, 0);
	lasts_until_43_s(0);
}

/* RTX-9: so is a cmsn that moves. */
static void test_progress_by_cmsn(void)
{
	struct wire_packet k;
	setup_patience();
	solo_post(&t, REF_WRITE, 1, 10);
	solo_post(&t, REF_WRITE, 2, 10);
	solo_until(&t, 20 * SEC);
	k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, -1), 0);
	k.ackh_stream = 1;
	k.ackh_cmsn = M0 + 1;
	solo_feed(&t, &k);
	lasts_until_43_s(1);
}

/* RTX-9: so is an answered PROBE of PROBE-2. */
static void test_progress_by_probe(void)
{
	uint32_t stamp = 0;
	setup_patience();
	solo_post(&t, REF_WRITE, 1, 10);
	ack(0, 0, 0, 0);
	solo_until(&t, 20 * SEC);
	for (unsigned i = 0; i < t.out_count; i++)
		if (t.out[i].k.kind == PKT_PROBE)
			stamp = t.out[i].k.path_timestamp;
	CU_ASSERT_NOT_EQUAL(stamp, 0);
	ack(20 * SEC, 0, 0, stamp);
	lasts_until_43_s(0);
}

/* RTX-9: time in which nothing waits for an answer does not count.  The packet of a failed message
 * is given up with its path; new work long after has its whole T. */
static void test_silence_ends(void)
{
	struct wire_packet k;
	solo_defaults(&t);
	t.params.paths = 2;
	t.params.rto_init = 1000000;
	t.params.rto_min = 1000000;
	t.params.rto_max = 8000000;
	t.params.retry_limit = 4;
	t.params.probe_interval = 10000000;
	solo_open(&t);
	solo_post(&t, REF_WRITE, 1, 10);
	k = solo_ack(&t, 1, wire_psn_add(SOLO_PSN, -1), 0);
	k.ackh_stream = 1;
	k.ackh_status = STATUS_ACCESS;
	k.ackh_status_msn = M0;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.s.done_count, 1);
	CU_ASSERT_EQUAL(ref_path_fail(t.s.e, t.s.conn, 0, 0), RES_OK);
	solo_until(&t, 22 * SEC);
	solo_post(&t, REF_WRITE, 2, 10);
	t.out_count = 0;
	solo_until(&t, 45 * SEC - 1);
	CU_ASSERT_EQUAL(t.s.done_count, 1);
	solo_free(&t);
}

void suite_engine_timers(void);
void suite_engine_timers(void)
{
	CU_pSuite s = CU_add_suite("engine_timers", NULL, NULL);
	CU_ADD_TEST(s, test_rto_max);
	CU_ADD_TEST(s, test_long_sample);
	CU_ADD_TEST(s, test_backoff);
	CU_ADD_TEST(s, test_backoff_ends);
	CU_ADD_TEST(s, test_echo_alone);
	CU_ADD_TEST(s, test_probe_sample);
	CU_ADD_TEST(s, test_sent_too_often);
	CU_ADD_TEST(s, test_unanswered_probes);
	CU_ADD_TEST(s, test_timeouts_in_a_row);
	CU_ADD_TEST(s, test_interval_restored);
	CU_ADD_TEST(s, test_new_port_is_spared);
	CU_ADD_TEST(s, test_old_port_evidence);
	CU_ADD_TEST(s, test_asking);
	CU_ADD_TEST(s, test_asking_in_turn);
	CU_ADD_TEST(s, test_progress_by_psn);
	CU_ADD_TEST(s, test_progress_by_cmsn);
	CU_ADD_TEST(s, test_progress_by_probe);
	CU_ADD_TEST(s, test_silence_ends);
}
