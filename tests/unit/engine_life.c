/* Opening, closing, failing (LIFE, RTX-9), memory regions, the parameter table. */
#include "tests/unit/engine_solo.h"

static struct solo t;
static uint8_t bytes[1024];

static void setup(void)
{
	solo_defaults(&t);
	t.params.paths = 2;
	solo_open(&t);
}

static void post(unsigned stream, uint64_t id)
{
	struct ref_work w = {
		.kind = REF_WRITE, .stream = stream, .id = id, .local = bytes, .length = 10
	};
	CU_ASSERT_EQUAL(ref_work_post(t.s.e, t.s.conn, &w, t.now_ns), RES_OK);
}

static void refused(struct ref_conn_config *c, enum result want, const char *name)
{
	const struct ref_param *which = NULL;
	int conn;
	CU_ASSERT_EQUAL(ref_conn_open(t.s.e, c, t.now_ns, &conn, &which), want);
	if (name) {
		CU_ASSERT_FATAL(which != NULL);
		CU_ASSERT_STRING_EQUAL(which->name, name);
	} else {
		CU_ASSERT_PTR_NULL(which);
	}
}

static void test_open_checks(void)
{
	static struct ref_conn_config good, c;
	setup();
	good = t.s.config;
	good.local.conn_id = 0x555;
	c = good;
	c.params.mtu = 1000; /* LIFE-4 */
	refused(&c, RES_E_RANGE, "mtu");
	c = good;
	c.params.paths = 3; /* beyond the limits */
	refused(&c, RES_E_RANGE, "paths");
	c = good;
	c.params.streams = 5;
	refused(&c, RES_E_RANGE, "streams");
	c = good;
	c.params.rto_min = 20000;
	c.params.ack_delay = 10;
	refused(&c, RES_E_RANGE, "rto_init");
	c = good;
	c.params.ack_delay = 501;
	refused(&c, RES_E_RANGE, "ack_delay");
	solo_free(&t);
}

static void test_more_open_checks(void)
{
	static struct ref_conn_config good, c;
	setup();
	good = t.s.config;
	good.local.conn_id = 0x555;
	c = good;
	c.params.read_depth = 65;
	refused(&c, RES_E_RANGE, "read_depth");
	c = good;
	c.params.retry_limit = 2;
	refused(&c, RES_E_RANGE, "retry_limit");
	c = good;
	c.params.md_factor = 299;
	refused(&c, RES_E_RANGE, "md_factor");
	c = good;
	c.local.conn_id = 0x101; /* in use */
	refused(&c, RES_E_STATE, NULL);
	c = good;
	c.local.conn_id = 1u << 24;
	refused(&c, RES_E_RANGE, NULL);
	CU_ASSERT_EQUAL(ref_conn_open(t.s.e, &good, 0, &(int){ 0 }, NULL), RES_OK);
	good.local.conn_id = 0x556;
	refused(&good, RES_E_SPACE, NULL); /* two connections are the limit */
	solo_free(&t);
}

static void test_close(void)
{
	struct wire_packet k;
	uint8_t inbox[16];
	setup();
	CU_ASSERT_EQUAL(ref_recv_post(t.s.e, t.s.conn, 1, 90, inbox, 16, 0), RES_OK);
	post(1, 1);
	post(2, 2);
	solo_pump(&t);
	k = solo_packet(&t, PKT_NOP, 0, SOLO_PEER_PSN);
	solo_feed(&t, &k); /* an ACK is owed, not yet due */
	CU_ASSERT_EQUAL(t.out_count, 0);
	t.now_ns = 5 * US;
	CU_ASSERT_EQUAL(ref_conn_close(t.s.e, t.s.conn, CLOSE_NORMAL, t.now_ns), RES_OK);
	CU_ASSERT_EQUAL(ref_conn_close(t.s.e, t.s.conn, CLOSE_NORMAL, t.now_ns), RES_E_STATE);
	solo_pump(&t);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 3); /* LIFE-2 */
	CU_ASSERT_EQUAL(t.out[0].k.kind, PKT_ACK);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cum_psn, SOLO_PEER_PSN);
	for (unsigned i = 1; i < 3; i++) {
		CU_ASSERT_EQUAL(t.out[i].k.kind, PKT_CLOSE);
		CU_ASSERT_EQUAL(t.out[i].k.base_psn, SOLO_PSN); /* the initial one */
		CU_ASSERT_EQUAL(t.out[i].k.path_id, i - 1);
		CU_ASSERT_EQUAL(t.out[i].k.closeh_reason, 0);
	}
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 4);
	for (unsigned i = 0; i < 3; i++)
		CU_ASSERT_EQUAL(t.s.done[i].status, REF_FLUSHED);
	CU_ASSERT_EQUAL(t.s.done[3].kind, REF_DONE_CLOSED);
	CU_ASSERT_EQUAL(t.s.done[3].status, REF_SUCCESS);
	k = solo_packet(&t, PKT_PROBE, 0, 0); /* LIFE-1: no answer */
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.out_count, 0);
	CU_ASSERT_EQUAL(ref_deadline(t.s.e), REF_NEVER);
	solo_free(&t);
}

static void test_quarantine(void)
{
	int conn;
	setup();
	CU_ASSERT_EQUAL(ref_conn_close(t.s.e, t.s.conn, CLOSE_NORMAL, 0), RES_OK);
	solo_pump(&t);
	CU_ASSERT_EQUAL(ref_conn_open(t.s.e, &t.s.config, 1 * SEC - 1, &conn, NULL), RES_E_STATE);
	CU_ASSERT_EQUAL(ref_conn_open(t.s.e, &t.s.config, 1 * SEC, &conn, NULL), RES_OK);
	solo_free(&t);
}

static void test_peer_close(void)
{
	struct wire_packet k;
	setup();
	post(1, 1);
	solo_pump(&t);
	k = solo_packet(&t, PKT_CLOSE, 1, SOLO_PEER_PSN + 1); /* not the initial PSN */
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	k.base_psn = SOLO_PEER_PSN;
	k.closeh_reason = 3;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.out_count, 0); /* unanswered */
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 2);
	CU_ASSERT_EQUAL(t.s.done[0].id, 1);
	CU_ASSERT_EQUAL(t.s.done[0].status, REF_PEER_CLOSED);
	CU_ASSERT_EQUAL(t.s.done[1].kind, REF_DONE_CLOSED);
	CU_ASSERT_EQUAL(ref_deadline(t.s.e), REF_NEVER);
	solo_free(&t);
}

/* RTX-9: T = 1 + 2 + 4 + 8 + 8 s with rto_init 1 s, rto_max 8 s, retry_limit 4. */
static void test_give_up(void)
{
	unsigned closes = 0;
	solo_defaults(&t);
	t.params.paths = 2;
	t.params.rto_init = 1000000;
	t.params.rto_min = 1000000;
	t.params.rto_max = 8000000;
	t.params.retry_limit = 4;
	t.params.probe_interval = 1000000;
	solo_open(&t);
	t.now_ns = 3 * SEC;
	post(1, 1);
	solo_until(&t, 26 * SEC - 1);
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	t.out_count = 0;
	solo_until(&t, 26 * SEC);
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 2);
	CU_ASSERT_EQUAL(t.s.done[0].status, REF_RETRY_EXCEEDED);
	CU_ASSERT_EQUAL(t.s.done[1].kind, REF_DONE_CLOSED);
	CU_ASSERT_EQUAL(t.s.done[1].status, REF_RETRY_EXCEEDED);
	for (unsigned i = 0; i < t.out_count; i++)
		if (t.out[i].k.kind == PKT_CLOSE) {
			CU_ASSERT_EQUAL(t.out[i].k.closeh_reason, 1);
			closes++;
		}
	CU_ASSERT_TRUE(closes >= 1);
	solo_free(&t);
}

static void test_memory_safe_after_close(void)
{
	static uint8_t memory[64];
	struct ref_region r = {
		.domain = 5, .rights = REF_REMOTE_WRITE, .length = 64, .base = memory, .rkey = 1
	};
	struct wire_packet k;
	uint32_t key;
	setup();
	memset(memory, 0, sizeof(memory));
	CU_ASSERT_EQUAL(ref_region_register(t.s.e, &r, &key), RES_OK);
	CU_ASSERT_EQUAL(ref_region_register(t.s.e, &r, &key), RES_E_STATE); /* the key is in use */
	memset(bytes, 7, sizeof(bytes));
	CU_ASSERT_EQUAL(ref_conn_close(t.s.e, t.s.conn, CLOSE_NORMAL, 0), RES_OK);
	k = solo_packet(&t, PKT_WRITE, 0, SOLO_PEER_PSN);
	k.remote_rkey = 1;
	k.payload = bytes;
	k.payload_len = 8;
	k.msg_length = 8;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(memory[0], 0); /* LIFE-3 */
	CU_ASSERT_EQUAL(ref_region_deregister(t.s.e, 1), RES_OK);
	CU_ASSERT_EQUAL(ref_region_deregister(t.s.e, 1), RES_E_UNKNOWN);
	r.address = UINT64_MAX - 62; /* the last byte would be beyond 2^64 */
	CU_ASSERT_EQUAL(ref_region_register(t.s.e, &r, &key), RES_E_RANGE);
	r.address = UINT64_MAX - 63;
	CU_ASSERT_EQUAL(ref_region_register(t.s.e, &r, &key), RES_OK);
	solo_free(&t);
}

static void test_depths(void)
{
	uint8_t inbox[4];
	setup();
	for (unsigned i = 0; i < 64; i++) {
		post(0, i);
		CU_ASSERT_EQUAL(ref_recv_post(t.s.e, t.s.conn, 0, i, inbox, 4, 0), RES_OK);
	}
	struct ref_work w = { .kind = REF_WRITE, .stream = 0 };
	CU_ASSERT_EQUAL(ref_work_post(t.s.e, t.s.conn, &w, 0), RES_E_SPACE); /* send_depth */
	CU_ASSERT_EQUAL(ref_recv_post(t.s.e, t.s.conn, 0, 0, inbox, 4, 0), RES_E_SPACE);
	w.stream = 4;
	CU_ASSERT_EQUAL(ref_work_post(t.s.e, t.s.conn, &w, 0), RES_E_RANGE);
	CU_ASSERT_EQUAL(ref_recv_post(t.s.e, t.s.conn, 4, 0, inbox, 4, 0), RES_E_RANGE);
	CU_ASSERT_EQUAL(ref_recv_post(t.s.e, 77, 0, 0, inbox, 4, 0), RES_E_STATE);
	solo_free(&t);
}

static void test_defaults(void)
{
	struct ref_params p;
	const struct ref_param *which = NULL;
	ref_params_default(&p);
	CU_ASSERT_EQUAL(ref_params_check(&p, &which), RES_OK);
	CU_ASSERT_EQUAL(p.mtu, 4096);
	CU_ASSERT_EQUAL(p.msg_max, 0x80000000);
	CU_ASSERT_EQUAL(p.rto_max, 1000000);
	CU_ASSERT_STRING_EQUAL(ref_completion_status_name(REF_RNR_RETRY_EXCEEDED),
			       "RNR_RETRY_EXCEEDED");
}

void suite_engine_life(void);
void suite_engine_life(void)
{
	CU_pSuite s = CU_add_suite("engine_life", NULL, NULL);
	CU_ADD_TEST(s, test_open_checks);
	CU_ADD_TEST(s, test_more_open_checks);
	CU_ADD_TEST(s, test_close);
	CU_ADD_TEST(s, test_quarantine);
	CU_ADD_TEST(s, test_peer_close);
	CU_ADD_TEST(s, test_give_up);
	CU_ADD_TEST(s, test_memory_safe_after_close);
	CU_ADD_TEST(s, test_depths);
	CU_ADD_TEST(s, test_defaults);
}
