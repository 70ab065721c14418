/* A peer that lies: whatever it claims, nothing is completed that was not done, nothing stalls and
 * no memory is touched.  Honest packets afterwards are served. */
#include "tests/unit/engine_solo.h"

#define M0 0xFFFFFFFEu

static struct solo t;
static uint8_t bytes[65536], target[64];

static void setup(uint32_t paths)
{
	solo_defaults(&t);
	t.params.paths = paths;
	t.params.rto_init = 1000;
	t.params.rto_min = 1000;
	solo_open(&t);
	memset(target, 0xEE, sizeof(target));
}

static void post(enum ref_work_kind kind, uint32_t stream, uint32_t length)
{
	struct ref_work w = { .kind = kind,
			      .stream = stream,
			      .local = kind == REF_WRITE || kind == REF_SEND ? bytes : target,
			      .length = length };
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

/* An ACK of path 0 up to PSN number cum (from 0), about a stream. */
static struct wire_packet ack(int32_t cum, uint32_t stream, uint32_t cmsn)
{
	struct wire_packet k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, cum), 0);
	k.ackh_stream = stream;
	k.ackh_cmsn = cmsn;
	return k;
}

static void one_success(void)
{
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 1);
	CU_ASSERT_EQUAL(t.s.done[0].status, REF_SUCCESS);
}

/* SACK-4: a PSN before the first one was never sent either. */
static void test_before_the_first(void)
{
	struct wire_packet k;
	setup(1);
	post(REF_WRITE, 1, 10);
	k = ack(-2, 1, M0 + 1);
	solo_feed(&t, &k);
	k = ack(-200, 1, M0 + 1);
	wire_sack_set(k.ackh_sack, 100);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	CU_ASSERT_EQUAL(path(0).in_flight, 1);
	k = ack(-1, 1, M0 + 1); /* of nothing yet: taken */
	solo_feed(&t, &k);
	one_success();
	solo_free(&t);
}

/* SACK-4: beyond the last PSN sent, each way of saying it; cmsn beyond the last msn sent. */
static void test_beyond_the_last(void)
{
	static const unsigned bits[] = { 2, 100, 255 };
	struct wire_packet k;
	setup(1);
	post(REF_WRITE, 1, 300); /* PSNs 0 and 1 */
	for (unsigned i = 0; i < 3; i++) {
		k = ack(-1, 1, M0 + 1);
		wire_sack_set(k.ackh_sack, bits[i]);
		solo_feed(&t, &k);
	}
	k = ack(2, 1, M0 + 1);
	solo_feed(&t, &k);
	k = ack(1, 1, M0 + 2);
	solo_feed(&t, &k);
	k = ack(1, 1, M0 + 0x7FFFFFFF);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	CU_ASSERT_EQUAL(path(0).in_flight, 2);
	k = ack(1, 1, M0 + 1);
	solo_feed(&t, &k);
	one_success();
	CU_ASSERT_EQUAL(path(0).in_flight, 0);
	solo_free(&t);
}

/* SACK-4, CC-6: counters that run backwards are no news: no cut, nothing unacknowledged again. */
static void test_backwards(void)
{
	struct wire_packet k;
	setup(1);
	post(REF_WRITE, 1, 10 * 256);
	t.now_ns = 50 * US;
	k = ack(4, 1, M0);
	k.ackh_ce_count = 5;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(path(0).window, 16);
	t.now_ns = 500 * US;
	k = ack(2, 1, M0 - 7);
	k.ackh_ce_count = 3;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(path(0).ce_count, 5);
	CU_ASSERT_EQUAL(path(0).window, 16);
	CU_ASSERT_EQUAL(path(0).cum_psn, wire_psn_add(SOLO_PSN, 4));
	CU_ASSERT_EQUAL(path(0).in_flight, 5);
	CU_ASSERT_EQUAL(path(0).retransmitted, 0);
	k = ack(9, 1, M0 + 1);
	k.ackh_ce_count = 5;
	solo_feed(&t, &k);
	one_success();
	solo_free(&t);
}

/* SACK-4: after a leap of the ACK number all others are older; they still acknowledge. */
static void test_leap(void)
{
	struct wire_packet k;
	setup(1);
	post(REF_WRITE, 1, 10);
	t.ack_number[0] = 0x7FFFFF;
	k = ack(-1, 1, M0);
	solo_feed(&t, &k);
	t.ack_number[0] = 1;
	k = ack(0, 1, M0 + 1);
	k.ackh_ce_count = 9;
	solo_feed(&t, &k);
	one_success();
	CU_ASSERT_EQUAL(path(0).ce_count, 0);
	CU_ASSERT_EQUAL(path(0).window, 32);
	solo_free(&t);
}

/* HDR-4: an echo of what was never sent is no sample and proves nothing (RTX-2). */
static void test_echo(void)
{
	struct wire_packet k;
	setup(1);
	post(REF_WRITE, 1, 3 * 256);
	uint32_t last = t.out[2].k.path_timestamp;
	t.now_ns = 50 * US;
	k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, 0), 0xFFFFFFFF);
	solo_feed(&t, &k);
	k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, 0), last + 0x500);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(path(0).srtt_ns, 0);
	CU_ASSERT_EQUAL(path(0).retransmitted, 0);
	solo_free(&t);
}

/* SACK-5: every bit that was told is taken back, again and again: nothing is sent again. */
static void test_reneging(void)
{
	struct wire_packet k;
	setup(1);
	post(REF_WRITE, 1, 10 * 256);
	t.now_ns = 10 * US;
	k = ack(0, 1, M0);
	for (unsigned i = 1; i < 9; i++)
		wire_sack_set(k.ackh_sack, i);
	solo_feed(&t, &k); /* all but PSN 1 */
	CU_ASSERT_EQUAL(path(0).retransmitted, 1);
	for (unsigned n = 0; n < 5; n++) {
		k = ack(-1, 1, M0);
		wire_sack_set(k.ackh_sack, 3 + n);
		solo_feed(&t, &k);
		CU_ASSERT_EQUAL(t.out_count, 0);
	}
	CU_ASSERT_EQUAL(path(0).in_flight, 1);
	CU_ASSERT_EQUAL(path(0).cum_psn, SOLO_PSN);
	solo_free(&t);
}

/* HINT-6: hints that jump between nothing and everything; every packet goes out all the same. */
static void test_hints(void)
{
	static const uint32_t hints[] = { 0xFFFFFFFF, 1, 0, 0x80000000, 2 };
	struct wire_packet k;
	setup(1);
	post(REF_WRITE, 1, 200 * 256);
	for (unsigned i = 0; path(0).next_psn != wire_psn_add(SOLO_PSN, 200) && i < 1000; i++) {
		t.now_ns += 30 * MS;
		k = ack(wire_psn_diff(path(0).next_psn, SOLO_PSN) - 1, 1, M0);
		k.ackh_rate_hint = hints[i % 5];
		solo_feed(&t, &k);
		t.out_count = 0;
		solo_until(&t, t.now_ns + 1 * MS);
	}
	CU_ASSERT_EQUAL(path(0).next_psn, wire_psn_add(SOLO_PSN, 200));
	t.now_ns += 1 * MS;
	k = ack(199, 1, M0 + 1);
	solo_feed(&t, &k);
	one_success();
	solo_free(&t);
}

static struct wire_packet response(enum wire_kind kind, uint32_t psn, uint32_t msn)
{
	struct wire_packet k = solo_packet(&t, kind, 1, wire_psn_add(SOLO_PEER_PSN, (int32_t)psn));
	k.base_ack_req = 1;
	k.msg_stream = 1;
	k.msg_msn = msn;
	k.msg_length = 8;
	k.payload = kind == PKT_READ_RESP ? bytes : NULL;
	k.payload_len = kind == PKT_READ_RESP ? 8 : 0;
	return k;
}

/* READ-4: acknowledged and ignored. */
static void ignored(struct wire_packet k)
{
	static const uint8_t untouched = 0xEE;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->kind, PKT_ACK);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->ackh_cum_psn, k.base_psn);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->ackh_status, STATUS_OK);
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	for (unsigned i = 0; i < sizeof(target); i++)
		CU_ASSERT_EQUAL(target[i], untouched);
}

/* READ-4: responses nobody asked for.  M0 is a WRITE, M0 + 1 a READ of 8 bytes. */
static void test_responses(void)
{
	struct wire_packet k;
	setup(2);
	post(REF_WRITE, 1, 8);
	post(REF_READ, 1, 8);
	ignored(response(PKT_READ_RESP, 0, M0));       /* of a WRITE */
	ignored(response(PKT_READ_RESP, 1, M0 - 1));   /* before the first */
	ignored(response(PKT_READ_RESP, 2, M0 + 2));   /* not posted */
	ignored(response(PKT_ATOMIC_RESP, 3, M0 + 1)); /* of another kind */
	k = response(PKT_READ_RESP, 4, M0 + 1);
	k.msg_attempt = 1; /* READ-3: attempt 0 */
	ignored(k);
	k = response(PKT_READ_RESP, 5, M0 + 1);
	k.msg_length = 9;
	ignored(k);
	k = response(PKT_READ_RESP, 6, M0 + 1);
	k.msg_offset = 4; /* exceeds its range */
	ignored(k);
	k = response(PKT_READ_RESP, 7, M0 + 1);
	k.msg_stream = 4; /* = S */
	ignored(k);
	k = response(PKT_READ_RESP, 8, M0 + 1);
	k.payload_len = 0;
	ignored(k);
	solo_free(&t);
}

/* READ-4: a second whole response is not placed. */
static void test_answered_twice(void)
{
	struct wire_packet k;
	setup(2);
	fill_pattern(bytes, 16, 3);
	post(REF_READ, 1, 8);
	k = response(PKT_READ_RESP, 0, M0);
	solo_feed(&t, &k);
	one_success();
	CU_ASSERT_EQUAL(memcmp(target, bytes, 8), 0);
	k = response(PKT_READ_RESP, 1, M0);
	k.payload = bytes + 8;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(memcmp(target, bytes, 8), 0);
	CU_ASSERT_EQUAL(t.s.done_count, 1);
	solo_free(&t);
}

static void report(uint32_t status, uint32_t msn, uint32_t attempt)
{
	struct wire_packet k = ack(-1, 1, M0);
	k.ackh_status = status;
	k.ackh_status_msn = msn;
	k.ackh_status_attempt = attempt;
	solo_feed(&t, &k);
}

/* ERR-5: of messages never sent or complete; RNR-2: RNR of what takes no receive. */
static void test_statuses(void)
{
	struct wire_packet k;
	setup(1);
	post(REF_WRITE, 1, 10);
	post(REF_READ, 1, 8);
	report(STATUS_ACCESS, M0 + 2, 0);
	report(STATUS_ACCESS, M0 - 1, 0);
	report(STATUS_INVALID, M0 + 0x80000000u, 0);
	report(STATUS_RNR, M0, 0);
	report(STATUS_RNR, M0 + 1, 0);
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	post(REF_SEND, 1, 10); /* nothing waits */
	CU_ASSERT_EQUAL(solo_at(&t, 0)->kind, PKT_SEND);
	k = ack(0, 1, M0 + 1);
	solo_feed(&t, &k);
	one_success();
	solo_free(&t);
}

/* RNR-4: a refusal of an attempt that has not been sent yet does not count. */
static void test_rnr_of_the_future(void)
{
	struct wire_packet k;
	solo_defaults(&t);
	t.params.paths = 1;
	t.params.cwnd_init = 2;
	t.params.rnr_retry_limit = 1;
	solo_open(&t);
	post(REF_SEND, 1, 10);
	post(REF_WRITE, 2, 2 * 256);
	k = ack(0, 1, M0);
	k.ackh_status = STATUS_RNR;
	k.ackh_status_msn = M0;
	solo_feed(&t, &k); /* the WRITE's second packet takes the room before attempt 1 does */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(t.out[0].k.kind, PKT_WRITE);
	k = ack(0, 1, M0);
	k.ackh_status = STATUS_RNR;
	k.ackh_status_msn = M0;
	k.ackh_status_attempt = 1;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	k = ack(2, 2, M0 + 1);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->kind, PKT_SEND);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->msg_attempt, 1);
	solo_free(&t);
}

/* PATH-7: a copy that names itself as its original is one packet, and opens no hole in the window:
 * PSN cum + 256 is new. */
static void test_own_original(void)
{
	static const unsigned last[] = { 255 };
	struct wire_packet k;
	struct ref_path_rx rx;
	setup(2);
	k = solo_packet(&t, PKT_SEND, 0, SOLO_PEER_PSN);
	k.path_rerouted = 1;
	k.reroute_orig_path = 0;
	k.reroute_orig_psn = SOLO_PEER_PSN;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(ref_query_path_rx(t.s.e, t.s.conn, 0, &rx), RES_OK);
	CU_ASSERT_EQUAL(rx.cum_psn, SOLO_PEER_PSN);
	for (unsigned i = 0; i < 32; i++)
		CU_ASSERT_EQUAL(rx.sack[i], 0); /* SACK-2 */
	k = solo_packet(&t, PKT_NOP, 0, wire_psn_add(SOLO_PEER_PSN, 256));
	solo_feed(&t, &k);
	CU_ASSERT_TRUE(sack_is(solo_at(&t, 0), last, 1));
	solo_free(&t);
}

void suite_engine_liar(void);
void suite_engine_liar(void)
{
	CU_pSuite s = CU_add_suite("engine_liar", NULL, NULL);
	CU_ADD_TEST(s, test_before_the_first);
	CU_ADD_TEST(s, test_beyond_the_last);
	CU_ADD_TEST(s, test_backwards);
	CU_ADD_TEST(s, test_leap);
	CU_ADD_TEST(s, test_echo);
	CU_ADD_TEST(s, test_reneging);
	CU_ADD_TEST(s, test_hints);
	CU_ADD_TEST(s, test_responses);
	CU_ADD_TEST(s, test_answered_twice);
	CU_ADD_TEST(s, test_statuses);
	CU_ADD_TEST(s, test_rnr_of_the_future);
	CU_ADD_TEST(s, test_own_original);
}
