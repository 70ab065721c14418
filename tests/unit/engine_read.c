/* READ and ATOMIC, both sides (READ, ATOM), fences (STRM-10), deregistration (PLACE-9). */
#include "tests/unit/engine_solo.h"

static struct solo t;
static uint8_t bytes[1024], region[1024];
static uint32_t key, psn;

enum { M0 = -2, BASE = 0x2000 };

static void setup(void)
{
	struct ref_region r = { .domain = 5,
				.rights = REF_REMOTE_READ | REF_REMOTE_ATOMIC,
				.address = BASE,
				.length = sizeof(region),
				.base = region };
	solo_defaults(&t);
	t.params.paths = 1;
	t.params.read_depth = 4;
	solo_open(&t);
	psn = SOLO_PEER_PSN;
	fill_pattern(region, sizeof(region), 3);
	memset(bytes, 0xEE, sizeof(bytes));
	CU_ASSERT_EQUAL(ref_region_register(t.s.e, &r, &key), RES_OK);
}

static struct wire_packet request(enum wire_kind kind, int msn, uint64_t offset, uint32_t length)
{
	struct wire_packet k = solo_packet(&t, kind, 0, psn);
	psn = wire_psn_add(psn, 1);
	k.base_ack_req = 1;
	k.msg_stream = 1;
	k.msg_msn = (uint32_t)msn;
	k.msg_length = length;
	k.remote_address = BASE + offset;
	k.remote_rkey = key;
	return k;
}

/* The frame of this kind number i of those just sent. */
static const struct wire_packet *sent(enum wire_kind kind, unsigned i)
{
	static const struct wire_packet none = { .kind = PKT_UNKNOWN };
	for (unsigned n = 0; n < t.out_count; n++)
		if (t.out[n].k.kind == kind && i-- == 0)
			return &t.out[n].k;
	return &none;
}

static void stream_is(int cmsn, enum wire_status status, int status_msn)
{
	struct ref_stream_rx s;
	CU_ASSERT_EQUAL(ref_query_stream_rx(t.s.e, t.s.conn, 1, &s), RES_OK);
	CU_ASSERT_EQUAL(s.cmsn, (uint32_t)cmsn);
	CU_ASSERT_EQUAL(s.status, status);
	CU_ASSERT_EQUAL(s.status_msn, (uint32_t)status_msn);
}

static void test_read_target(void)
{
	struct wire_packet k;
	setup();
	k = request(PKT_READ_REQ, M0, 8, 300);
	solo_feed(&t, &k);
	for (unsigned i = 0; i < 2; i++) {
		const struct wire_packet *r = sent(PKT_READ_RESP, i);
		CU_ASSERT_EQUAL_FATAL(r->kind, PKT_READ_RESP);
		CU_ASSERT_EQUAL(r->base_psn, wire_psn_add(SOLO_PSN, (int32_t)i)); /* READ-2 */
		CU_ASSERT_EQUAL(r->msg_stream, 1);
		CU_ASSERT_EQUAL(r->msg_msn, 0xFFFFFFFE);
		CU_ASSERT_EQUAL(r->msg_attempt, 0);
		CU_ASSERT_EQUAL(r->msg_offset, i * 256); /* READ-3 */
		CU_ASSERT_EQUAL(r->msg_length, 300);
		CU_ASSERT_EQUAL(r->msg_last, i);
		CU_ASSERT_EQUAL(r->payload_len, i == 0 ? 256 : 44);
		CU_ASSERT_EQUAL(
			memcmp(r->payload, region + 8 + i * 256, i == 0 ? SOLO_PAYLOAD : 44), 0);
	}
	CU_ASSERT_EQUAL(sent(PKT_READ_RESP, 2)->kind, PKT_UNKNOWN);
	stream_is(M0 + 1, STATUS_OK, 0); /* STRM-2: the last response packet has been sent */
	k = request(PKT_READ_REQ, M0 + 1, 0, 0);
	k.remote_rkey = 0; /* PLACE-5 */
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(sent(PKT_READ_RESP, 0)->msg_length, 0); /* one empty READ_RESP */
	CU_ASSERT_EQUAL(sent(PKT_READ_RESP, 0)->msg_last, 1);
	CU_ASSERT_EQUAL(sent(PKT_READ_RESP, 1)->kind, PKT_UNKNOWN);
	solo_free(&t);
}

static void test_read_waits_for_its_turn(void)
{
	struct wire_packet k;
	setup();
	k = request(PKT_READ_REQ, M0 + 1, 0, 8);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(sent(PKT_READ_RESP, 0)->kind, PKT_UNKNOWN); /* READ-1 */
	k = request(PKT_WRITE, M0, 0, 0);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(sent(PKT_READ_RESP, 0)->kind, PKT_READ_RESP);
	stream_is(M0 + 2, STATUS_OK, 0);
	solo_free(&t);
}

/* RNR-3: READ and ATOMIC have attempt 0 only. */
static void test_other_attempt(void)
{
	struct wire_packet k;
	setup();
	k = request(PKT_READ_REQ, M0, 0, 8);
	k.msg_attempt = 1;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(sent(PKT_ACK, 0)->ackh_cum_psn, k.base_psn);
	CU_ASSERT_EQUAL(sent(PKT_READ_RESP, 0)->kind, PKT_UNKNOWN);
	stream_is(M0, STATUS_OK, 0);
	k = request(PKT_READ_REQ, M0, 0, 8);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(sent(PKT_READ_RESP, 0)->kind, PKT_READ_RESP);
	stream_is(M0 + 1, STATUS_OK, 0);
	solo_free(&t);
}

/* RTX-12: a repair carries what memory holds then. */
static void test_response_repair(void)
{
	struct wire_packet k;
	setup();
	k = request(PKT_READ_REQ, M0, 0, 8);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(sent(PKT_READ_RESP, 0)->base_rtx, 0);
	CU_ASSERT_EQUAL(ref_region_deregister(t.s.e, key), RES_E_STATE); /* PLACE-9 */
	region[0] ^= 0xFF;
	t.out_count = 0;
	solo_until(&t, 16 * MS); /* rto_init */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 2);
	CU_ASSERT_EQUAL(t.out[0].k.kind, PKT_ACK); /* ACK-6: cmsn has moved */
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cmsn, 0xFFFFFFFF);
	CU_ASSERT_EQUAL(t.out[0].at_ns, 100 * US);
	CU_ASSERT_EQUAL(t.out[1].k.kind, PKT_READ_RESP);
	CU_ASSERT_EQUAL(t.out[1].k.base_rtx, 1);
	CU_ASSERT_EQUAL(memcmp(t.out[1].payload, region, 8), 0);
	k = request(PKT_READ_REQ, M0 + 1, 0, 8);
	solo_feed(&t, &k); /* no new access while it ends */
	stream_is(M0 + 1, STATUS_ACCESS, M0 + 1);
	k = solo_ack(&t, 0, SOLO_PSN, 0);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(ref_region_deregister(t.s.e, key), RES_OK);
	solo_free(&t);
}

static void test_close_releases(void)
{
	struct wire_packet k;
	setup();
	k = request(PKT_READ_REQ, M0, 0, 1024);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(ref_region_deregister(t.s.e, key), RES_E_STATE);
	CU_ASSERT_EQUAL(ref_conn_close(t.s.e, t.s.conn, CLOSE_NORMAL, t.now_ns), RES_OK);
	CU_ASSERT_EQUAL(ref_region_deregister(t.s.e, key), RES_OK);
	solo_pump(&t);
	solo_free(&t);
}

static void refused(struct wire_packet k, enum wire_status status)
{
	solo_feed(&t, &k);
	stream_is(M0, status, M0);
	CU_ASSERT_EQUAL(sent(PKT_READ_RESP, 0)->kind, PKT_UNKNOWN); /* READ-6 */
	CU_ASSERT_EQUAL(sent(PKT_ATOMIC_RESP, 0)->kind, PKT_UNKNOWN);
	solo_free(&t);
}

static void test_refusals(void)
{
	struct wire_packet k;
	setup();
	refused(request(PKT_READ_REQ, M0, 1020, 8), STATUS_ACCESS);
	setup();
	refused(request(PKT_ATOMIC_FADD, M0, 4, 8), STATUS_INVALID); /* ATOM-1 */
	setup();
	refused(request(PKT_ATOMIC_CSWAP, M0, 0, 4), STATUS_INVALID); /* PLACE-6 */
	setup();
	k = request(PKT_READ_REQ, M0, 0, 8);
	k.msg_offset = 4;
	refused(k, STATUS_INVALID);
	setup();
	k = request(PKT_READ_REQ, M0, 0, 8);
	k.msg_last = 0;
	refused(k, STATUS_INVALID);
	setup();
	for (int i = 1; i <= 4; i++) {
		k = request(PKT_READ_REQ, M0 + i, 0, 8);
		solo_feed(&t, &k);
		stream_is(M0, STATUS_OK, 0);
	}
	k = request(PKT_READ_REQ, M0 + 5, 0, 8);
	solo_feed(&t, &k);
	stream_is(M0, STATUS_INVALID, M0 + 5); /* READ-5: beyond read_depth */
	solo_free(&t);
}

static void test_unsupported(void)
{
	solo_defaults(&t);
	t.params.read_depth = 0;
	solo_open(&t);
	psn = SOLO_PEER_PSN;
	refused(request(PKT_READ_REQ, M0, 0, 8), STATUS_UNSUPPORTED); /* READ-5 */
	solo_defaults(&t);
	t.params.ops = REF_OP_READ | REF_OP_SEND | REF_OP_WRITE;
	solo_open(&t);
	psn = SOLO_PEER_PSN;
	refused(request(PKT_ATOMIC_FADD, M0, 0, 8), STATUS_UNSUPPORTED); /* ERR-6 */
}

static void test_atomics(void)
{
	uint64_t value = UINT64_C(0xFFFFFFFFFFFFFFFE), now;
	struct wire_packet k;
	setup();
	memcpy(region + 16, &value, 8); /* host order */
	k = request(PKT_ATOMIC_FADD, M0, 16, 8);
	k.operand_swap_or_add = 5;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(sent(PKT_ATOMIC_RESP, 0)->result_original, value);
	CU_ASSERT_EQUAL(sent(PKT_ATOMIC_RESP, 0)->msg_length, 8);
	CU_ASSERT_EQUAL(sent(PKT_ATOMIC_RESP, 0)->msg_last, 1);
	memcpy(&now, region + 16, 8);
	CU_ASSERT_EQUAL(now, 3); /* ATOM-1: modulo 2^64 */
	solo_feed(&t, &k);       /* ATOM-2: a duplicate */
	k.base_psn = psn;        /* the same message again, under a new PSN */
	psn = wire_psn_add(psn, 1);
	solo_feed(&t, &k);
	memcpy(&now, region + 16, 8);
	CU_ASSERT_EQUAL(now, 3);
	k = request(PKT_ATOMIC_CSWAP, M0 + 1, 16, 8);
	k.operand_compare = 4;
	k.operand_swap_or_add = 9;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(sent(PKT_ATOMIC_RESP, 0)->result_original, 3);
	memcpy(&now, region + 16, 8);
	CU_ASSERT_EQUAL(now, 3); /* not equal: unchanged */
	k = request(PKT_ATOMIC_CSWAP, M0 + 2, 16, 8);
	k.operand_compare = 3;
	k.operand_swap_or_add = 9;
	solo_feed(&t, &k);
	memcpy(&now, region + 16, 8);
	CU_ASSERT_EQUAL(now, 9);
	stream_is(M0 + 3, STATUS_OK, 0);
	solo_free(&t);
}

static void post(enum ref_work_kind kind, uint64_t id, uint32_t length, bool fence)
{
	struct ref_work w = { .kind = kind,
			      .stream = 1,
			      .id = id,
			      .local = bytes,
			      .length = length,
			      .address = BASE,
			      .rkey = 9,
			      .fence = fence,
			      .swap_or_add = 11,
			      .compare = 22 };
	t.out_count = 0;
	CU_ASSERT_EQUAL(ref_work_post(t.s.e, t.s.conn, &w, t.now_ns), RES_OK);
	solo_pump(&t);
}

static struct wire_packet response(int msn, uint32_t offset, uint32_t payload, uint32_t length)
{
	struct wire_packet k = solo_packet(&t, PKT_READ_RESP, 0, psn);
	psn = wire_psn_add(psn, 1);
	k.msg_stream = 1;
	k.msg_msn = (uint32_t)msn;
	k.msg_offset = offset;
	k.msg_length = length;
	k.msg_last = offset + payload == length;
	k.payload = region;
	k.payload_len = payload;
	return k;
}

static void test_read_initiator(void)
{
	struct wire_packet k;
	setup();
	post(REF_READ, 1, 300, false);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(t.out[0].k.kind, PKT_READ_REQ);
	CU_ASSERT_EQUAL(t.out[0].k.msg_length, 300); /* HDR-1 */
	CU_ASSERT_EQUAL(t.out[0].k.msg_offset, 0);
	CU_ASSERT_EQUAL(t.out[0].k.msg_last, 1);
	CU_ASSERT_EQUAL(t.out[0].k.payload_len, 0);
	CU_ASSERT_EQUAL(t.out[0].k.remote_address, BASE);
	k = response(M0 + 1, 0, 44, 44); /* READ-4: no such request */
	solo_feed(&t, &k);
	k = response(M0, 256, 44, 300);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(memcmp(bytes + 256, region, 44), 0);
	CU_ASSERT_EQUAL(bytes[0], 0xEE);
	CU_ASSERT_EQUAL(bytes[300], 0xEE);
	k = response(M0, 256, 45, 301); /* exceeds its range */
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(bytes[300], 0xEE);
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	k = response(M0, 0, 256, 300);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 1); /* STRM-5 */
	CU_ASSERT_EQUAL(t.s.done[0].status, REF_SUCCESS);
	CU_ASSERT_EQUAL(t.s.done[0].length, 300);
	k = response(M0, 0, 256, 300); /* answered already */
	k.payload = region + 300;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(memcmp(bytes, region, 256), 0);
	solo_free(&t);
}

static void test_atomic_initiator(void)
{
	struct wire_packet k;
	uint64_t original;
	setup();
	post(REF_CSWAP, 1, 8, false);
	CU_ASSERT_EQUAL(t.out[0].k.kind, PKT_ATOMIC_CSWAP);
	CU_ASSERT_EQUAL(t.out[0].k.operand_swap_or_add, 11);
	CU_ASSERT_EQUAL(t.out[0].k.operand_compare, 22);
	CU_ASSERT_EQUAL(t.out[0].k.msg_length, 8);
	k = response(M0, 0, 0, 8);
	k.base_opcode = 0xE8;
	k.msg_last = 1;
	k.result_original = UINT64_C(0x1122334455667788);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.s.done_count, 1);
	memcpy(&original, bytes, 8);
	CU_ASSERT_EQUAL(original, UINT64_C(0x1122334455667788));
	solo_free(&t);
}

static void test_fence_and_depth(void)
{
	struct wire_packet k;
	setup();
	for (unsigned i = 1; i <= 4; i++)
		post(REF_READ, i, 8, false);
	CU_ASSERT_EQUAL(t.out_count, 1);
	post(REF_READ, 5, 8, false);
	CU_ASSERT_EQUAL(t.out_count, 0); /* READ-5: four are outstanding */
	post(REF_WRITE, 6, 8, true);
	k = response(M0, 0, 8, 8);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(sent(PKT_READ_REQ, 0)->msg_msn, 2);
	CU_ASSERT_EQUAL(sent(PKT_WRITE, 0)->kind, PKT_UNKNOWN); /* STRM-10 */
	for (int i = 1; i < 4; i++) {
		k = response(M0 + i, 0, 8, 8);
		solo_feed(&t, &k);
		CU_ASSERT_EQUAL(sent(PKT_WRITE, 0)->kind, PKT_UNKNOWN);
	}
	k = response(M0 + 4, 0, 8, 8);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(sent(PKT_WRITE, 0)->kind, PKT_WRITE);
	CU_ASSERT_EQUAL(t.s.done_count, 5);
	solo_free(&t);
}

void suite_engine_read(void);
void suite_engine_read(void)
{
	CU_pSuite s = CU_add_suite("engine_read", NULL, NULL);
	CU_ADD_TEST(s, test_read_target);
	CU_ADD_TEST(s, test_read_waits_for_its_turn);
	CU_ADD_TEST(s, test_other_attempt);
	CU_ADD_TEST(s, test_response_repair);
	CU_ADD_TEST(s, test_close_releases);
	CU_ADD_TEST(s, test_refusals);
	CU_ADD_TEST(s, test_unsupported);
	CU_ADD_TEST(s, test_atomics);
	CU_ADD_TEST(s, test_read_initiator);
	CU_ADD_TEST(s, test_atomic_initiator);
	CU_ADD_TEST(s, test_fence_and_depth);
}
