/* What the initiator makes of stream reports: completions, errors, RNR, asking (STRM, ERR, RNR,
 * PROBE-2). */
#include "tests/unit/engine_solo.h"

static struct solo t;
static uint8_t bytes[1024];

enum { M0 = -2 };

static void setup(void)
{
	solo_defaults(&t);
	t.params.paths = 1;
	t.params.rto_init = 1000;
	t.params.rto_min = 1000;
	t.params.path_fail_rtos = 7;
	t.params.rnr_retry_limit = 2;
	solo_open(&t);
}

static void post(enum ref_work_kind kind, uint64_t id)
{
	struct ref_work w = { .kind = kind,
			      .stream = 1,
			      .id = id,
			      .local = bytes,
			      .length = 10,
			      .address = 0x100,
			      .rkey = 1 };
	t.out_count = 0;
	CU_ASSERT_EQUAL(ref_work_post(t.s.e, t.s.conn, &w, t.now_ns), RES_OK);
	solo_pump(&t);
}

static void report(int32_t cum, int cmsn, enum wire_status status, int msn, uint8_t attempt)
{
	struct wire_packet k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, cum), 0);
	k.ackh_stream = 1;
	k.ackh_cmsn = (uint32_t)cmsn;
	k.ackh_status = status;
	k.ackh_status_msn = (uint32_t)msn;
	k.ackh_status_attempt = attempt;
	k.ackh_rnr_delay = status == STATUS_RNR ? 500 : 0;
	solo_feed(&t, &k);
}

static void done_is(unsigned i, uint64_t id, enum ref_completion_status status)
{
	CU_ASSERT_FATAL(i < t.s.done_count);
	CU_ASSERT_EQUAL(t.s.done[i].kind, REF_DONE_WORK);
	CU_ASSERT_EQUAL(t.s.done[i].id, id);
	CU_ASSERT_EQUAL(t.s.done[i].status, status);
}

static void test_complete(void)
{
	setup();
	post(REF_SEND, 1);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->recv_index, 0);
	post(REF_WRITE, 2);
	post(REF_SEND, 3);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->recv_index, 1); /* SEND-1, HDR-6: the WRITE takes none */
	CU_ASSERT_EQUAL(solo_at(&t, 0)->msg_msn, 0);    /* STRM-1 */
	report(2, M0, STATUS_OK, 0, 0);
	CU_ASSERT_EQUAL(t.s.done_count, 0); /* acknowledged is not complete */
	report(2, M0 + 2, STATUS_OK, 0, 0);
	CU_ASSERT_EQUAL(t.s.done_count, 2); /* STRM-5 */
	done_is(0, 1, REF_SUCCESS);
	done_is(1, 2, REF_SUCCESS);
	report(2, M0, STATUS_OK, 0, 0); /* SACK-4: cmsn never moves back */
	report(2, M0 + 3, STATUS_OK, 0, 0);
	CU_ASSERT_EQUAL(t.s.done_count, 3);
	solo_free(&t);
}

static void test_msg_window(void)
{
	setup();
	for (unsigned i = 0; i < 64; i++)
		post(REF_WRITE, i);
	{
		struct ref_work w = { .kind = REF_WRITE, .stream = 1, .local = bytes, .length = 1 };
		CU_ASSERT_EQUAL(ref_work_post(t.s.e, t.s.conn, &w, 0), RES_E_SPACE);
	}
	solo_free(&t);
	solo_defaults(&t);
	t.params.paths = 1;
	t.params.msg_window = 2;
	t.params.read_depth = 2;
	solo_open(&t);
	post(REF_WRITE, 1);
	post(REF_WRITE, 2);
	post(REF_WRITE, 3);
	CU_ASSERT_EQUAL(t.out_count, 0); /* STRM-6 */
	report(1, M0 + 1, STATUS_OK, 0, 0);
	CU_ASSERT_EQUAL(t.out_count, 1);
	solo_free(&t);
}

static void test_error(void)
{
	setup();
	for (unsigned i = 1; i <= 4; i++)
		post(REF_WRITE, i);
	report(3, M0, STATUS_ACCESS, M0 + 2, 0);
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	report(3, M0, STATUS_INVALID, M0 + 1, 0); /* ERR-2: the lowest stands */
	report(3, M0, STATUS_ACCESS, M0 + 2, 0);
	report(3, M0 + 1, STATUS_ACCESS, M0 + 2, 0);
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 4);
	done_is(0, 1, REF_SUCCESS);
	done_is(1, 2, REF_INVALID);
	done_is(2, 3, REF_FLUSHED);
	done_is(3, 4, REF_FLUSHED);
	struct ref_work w = { .kind = REF_WRITE, .stream = 1, .local = bytes, .length = 1 };
	CU_ASSERT_EQUAL(ref_work_post(t.s.e, t.s.conn, &w, 0), RES_E_STATE);
	w.stream = 2; /* ERR-3 */
	CU_ASSERT_EQUAL(ref_work_post(t.s.e, t.s.conn, &w, 0), RES_OK);
	solo_free(&t);
}

static void test_reports_ignored(void)
{
	setup();
	post(REF_WRITE, 1);
	report(0, M0, STATUS_ACCESS, M0 + 1, 0); /* ERR-5: never sent */
	report(0, M0 + 1, STATUS_ACCESS, M0, 0); /* completed with this very ACK */
	CU_ASSERT_EQUAL(t.s.done_count, 1);
	done_is(0, 1, REF_SUCCESS);
	post(REF_WRITE, 2);
	report(1, M0 + 1, (enum wire_status)99, M0 + 1, 0); /* unknown means INTERNAL */
	done_is(1, 2, REF_INTERNAL);
	solo_free(&t);
}

static void test_rnr(void)
{
	setup();
	post(REF_SEND, 1);
	post(REF_WRITE, 2);
	post(REF_SEND, 3);
	report(1, M0, STATUS_RNR, M0, 0);
	CU_ASSERT_EQUAL(t.out_count, 0);
	post(REF_SEND, 4);
	CU_ASSERT_EQUAL(t.out_count, 0); /* RNR-2: none is newly sent */
	solo_until(&t, 600 * US);
	CU_ASSERT_EQUAL(t.out_count, 0);  /* one packet of the refused attempts is unacknowledged */
	report(2, M0, STATUS_RNR, M0, 0); /* RNR-4: counts once */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 3);
	CU_ASSERT_EQUAL(t.out[0].k.msg_msn, 0xFFFFFFFE);
	CU_ASSERT_EQUAL(t.out[0].k.msg_attempt, 1);
	CU_ASSERT_EQUAL(t.out[0].k.base_psn, wire_psn_add(SOLO_PSN, 3)); /* new PSNs */
	CU_ASSERT_EQUAL(t.out[0].k.base_rtx, 0);
	CU_ASSERT_EQUAL(t.out[1].k.msg_msn, 0); /* the WRITE is not sent again */
	CU_ASSERT_EQUAL(t.out[1].k.msg_attempt, 1);
	CU_ASSERT_EQUAL(t.out[2].k.msg_msn, 1); /* posted meanwhile */
	CU_ASSERT_EQUAL(t.out[2].k.msg_attempt, 0);
	report(5, M0, STATUS_RNR, M0, 0); /* an old attempt */
	solo_until(&t, 800 * US);
	CU_ASSERT_EQUAL(t.out_count, 0);
	report(5, M0, STATUS_RNR, M0, 1); /* second refusal */
	solo_until(&t, t.now_ns + 499 * US);
	CU_ASSERT_EQUAL(t.out_count, 0);
	solo_until(&t, t.now_ns + 1 * US);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 3);
	CU_ASSERT_EQUAL(t.out[0].k.msg_attempt, 2);
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	report(8, M0, STATUS_RNR, M0, 2); /* the refusal after 2 retries */
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 4);
	done_is(0, 1, REF_RNR_RETRY_EXCEEDED);
	done_is(1, 2, REF_FLUSHED);
	done_is(3, 4, REF_FLUSHED);
	solo_free(&t);
}

static void test_rnr_success(void)
{
	setup();
	post(REF_SEND, 1);
	report(0, M0, STATUS_RNR, M0, 0);
	solo_until(&t, 500 * US);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(t.out[0].at_ns, 500 * US);
	report(1, M0 + 1, STATUS_OK, 0, 0);
	CU_ASSERT_EQUAL(t.s.done_count, 1);
	done_is(0, 1, REF_SUCCESS);
	solo_free(&t);
}

static void test_bad_stream(void)
{
	struct wire_packet k;
	setup();
	post(REF_WRITE, 1);
	post(REF_WRITE, 2);
	report(1, M0 + 1, STATUS_BAD_STREAM, M0 + 1, 0); /* STRM-8: cmsn is only an echo */
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, 1), 0);
	k.ackh_stream = 1;
	k.ackh_status = STATUS_BAD_STREAM;
	k.ackh_cmsn = 0; /* the answer to a PROBE */
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 2);
	done_is(0, 1, REF_BAD_STREAM);
	done_is(1, 2, REF_FLUSHED);
	solo_free(&t);
}

/* PROBE-2, ERR-4: the report is lost, the stream is asked. */
static void test_ask(void)
{
	struct wire_packet k;
	setup();
	post(REF_WRITE, 1);
	k = solo_ack(&t, 0, SOLO_PSN, 0);
	t.now_ns = 200 * US;
	solo_feed(&t, &k); /* speaks of stream 0 */
	solo_until(&t, 1200 * US - 1);
	CU_ASSERT_EQUAL(t.out_count, 0);
	solo_until(&t, 1200 * US); /* one RTO later */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(t.out[0].k.kind, PKT_PROBE);
	CU_ASSERT_EQUAL(t.out[0].k.msg_stream, 1);
	CU_ASSERT_EQUAL(t.out[0].k.base_psn, 0);
	CU_ASSERT_EQUAL(t.out[0].k.base_rtx, 0);
	solo_until(&t, 3200 * US); /* backed off */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 2);
	CU_ASSERT_EQUAL(t.out[1].at_ns, 3200 * US);
	CU_ASSERT_EQUAL(t.out[1].k.base_psn, 1);
	CU_ASSERT_EQUAL(t.out[1].k.base_rtx, 1); /* the one before had no answer */
	report(0, M0, STATUS_ACCESS, M0, 0);
	done_is(0, 1, REF_ACCESS);
	solo_until(&t, 1 * SEC);
	CU_ASSERT_EQUAL(t.out_count, 0);
	solo_free(&t);
}

void suite_engine_report(void);
void suite_engine_report(void)
{
	CU_pSuite s = CU_add_suite("engine_report", NULL, NULL);
	CU_ADD_TEST(s, test_complete);
	CU_ADD_TEST(s, test_msg_window);
	CU_ADD_TEST(s, test_error);
	CU_ADD_TEST(s, test_reports_ignored);
	CU_ADD_TEST(s, test_rnr);
	CU_ADD_TEST(s, test_rnr_success);
	CU_ADD_TEST(s, test_bad_stream);
	CU_ADD_TEST(s, test_ask);
}
