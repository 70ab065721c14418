/* The initiator's finer rules: what a response says (STRM-5, READ-4), what a report does not undo
 * (SACK-4), what counts once (RNR-4), what is not sent any more (ERR-2). */
#include "tests/unit/engine_solo.h"

#define M0 0xFFFFFFFEu

static struct solo t;
static uint8_t bytes[2048];
static uint32_t psn;

static void setup(void)
{
	solo_defaults(&t);
	t.params.paths = 1;
	solo_open(&t);
	psn = SOLO_PEER_PSN;
}

/* The next packet in order, of stream 1; no answer is asked for. */
static struct wire_packet packet(enum wire_kind kind, uint32_t msn, uint32_t offset,
				 uint32_t payload, uint32_t length)
{
	struct wire_packet k = solo_packet(&t, kind, 0, psn);
	psn = wire_psn_add(psn, 1);
	k.msg_stream = 1;
	k.msg_msn = msn;
	k.msg_offset = offset;
	k.msg_length = length;
	k.msg_last = offset + payload == length;
	k.payload = bytes;
	k.payload_len = payload;
	return k;
}

static void feed(struct wire_packet k)
{
	solo_feed(&t, &k);
}

/* STRM-5: the whole response to a READ says that the WRITE before it is complete. */
static void test_response_completes(void)
{
	struct wire_packet k;
	setup();
	solo_post(&t, REF_WRITE, 1, 10);
	solo_post(&t, REF_READ, 1, 8);
	k = packet(PKT_READ_RESP, M0 + 1, 0, 8, 8);
	feed(k);
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 2);
	CU_ASSERT_EQUAL(t.s.done[0].status, REF_SUCCESS);
	CU_ASSERT_EQUAL(t.s.done[1].status, REF_SUCCESS);
	solo_free(&t);
}

/* READ-4, READ-5: read_depth 1: the second READ has not been sent, so nothing answers it. */
static void test_response_to_unsent(void)
{
	solo_defaults(&t);
	t.params.paths = 1;
	t.params.read_depth = 1;
	solo_open(&t);
	psn = SOLO_PEER_PSN;
	solo_post(&t, REF_READ, 1, 8);
	solo_post(&t, REF_READ, 1, 8);
	CU_ASSERT_EQUAL(t.out_count, 0);
	feed(packet(PKT_READ_RESP, M0 + 1, 0, 8, 8));
	feed(packet(PKT_READ_RESP, M0, 0, 8, 8));
	CU_ASSERT_EQUAL(t.s.done_count, 1);
	solo_free(&t);
}

static struct wire_packet report(int32_t cum, uint32_t cmsn, uint32_t status, uint32_t status_msn)
{
	struct wire_packet k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, cum), 0);
	k.ackh_stream = 1;
	k.ackh_cmsn = cmsn;
	k.ackh_status = status;
	k.ackh_status_msn = status_msn;
	return k;
}

/* SACK-4, STRM-6: cmsn does not move back: with msg_window 1 the next message goes out. */
static void test_cmsn_stays(void)
{
	solo_defaults(&t);
	t.params.paths = 1;
	t.params.msg_window = 1;
	t.params.read_depth = 1;
	solo_open(&t);
	solo_post(&t, REF_WRITE, 1, 10);
	feed(report(0, M0 + 1, STATUS_OK, 0));
	feed(report(0, M0, STATUS_OK, 0));
	solo_post(&t, REF_WRITE, 1, 10);
	CU_ASSERT_EQUAL(t.out_count, 1);
	solo_free(&t);
}

/* RNR-4: once per (status_msn, status_attempt), with one retry allowed. */
static void test_rnr_counts_once(void)
{
	solo_defaults(&t);
	t.params.paths = 1;
	t.params.rnr_retry_limit = 1;
	solo_open(&t);
	solo_post(&t, REF_SEND, 1, 10);
	for (unsigned i = 0; i < 3; i++)
		feed(report(-1, M0, STATUS_RNR, M0));
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	feed(report(0, M0, STATUS_RNR, M0));
	CU_ASSERT_EQUAL(solo_at(&t, 0)->msg_attempt, 1);
	struct wire_packet k = report(1, M0, STATUS_RNR, M0);
	k.ackh_status_attempt = 1;
	feed(k);
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 1);
	CU_ASSERT_EQUAL(t.s.done[0].status, REF_RNR_RETRY_EXCEEDED);
	solo_free(&t);
}

/* ERR-2: from the report on nothing more of the failed message is newly sent, though the one before
 * it is not complete yet; it completes as good. */
static void test_nothing_newly_sent(void)
{
	solo_defaults(&t);
	t.params.paths = 1;
	t.params.cwnd_init = 2;
	solo_open(&t);
	solo_post(&t, REF_WRITE, 1, 10);
	solo_post(&t, REF_WRITE, 1, 10 * 256);
	CU_ASSERT_EQUAL(t.out_count, 1);
	feed(report(1, M0, STATUS_ACCESS, M0 + 1));
	CU_ASSERT_EQUAL(t.out_count, 0);
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	feed(report(1, M0 + 1, STATUS_ACCESS, M0 + 1));
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 2);
	CU_ASSERT_EQUAL(t.s.done[0].status, REF_SUCCESS);
	CU_ASSERT_EQUAL(t.s.done[1].status, REF_ACCESS);
	solo_free(&t);
}

/* RNR-5: a refusal on one stream costs no window, and another stream sends on. */
static void test_rnr_elsewhere(void)
{
	setup();
	solo_post(&t, REF_SEND, 1, 10);
	struct wire_packet k = report(0, M0, STATUS_RNR, M0);
	k.ackh_rnr_delay = 1000000;
	feed(k);
	CU_ASSERT_EQUAL(solo_path(&t, 0).window, 32);
	solo_post(&t, REF_SEND, 2, 10);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->kind, PKT_SEND);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->msg_stream, 2);
	solo_free(&t);
}

void suite_engine_initiator(void);
void suite_engine_initiator(void)
{
	CU_pSuite s = CU_add_suite("engine_initiator", NULL, NULL);
	CU_ADD_TEST(s, test_response_completes);
	CU_ADD_TEST(s, test_response_to_unsent);
	CU_ADD_TEST(s, test_cmsn_stays);
	CU_ADD_TEST(s, test_rnr_counts_once);
	CU_ADD_TEST(s, test_nothing_newly_sent);
	CU_ADD_TEST(s, test_rnr_elsewhere);
}
