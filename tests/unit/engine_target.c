/* The target's finer rules: messages that disagree (PLACE-11), receives claimed twice (SEND-4),
 * what is never complete (ERR-1), what is told and when (ACK-6, ACK-2, LIFE-2). */
#include "tests/unit/engine_solo.h"

#define M0   0xFFFFFFFEu
#define BASE 0x2000

static struct solo t;
static uint8_t bytes[2048], region[4096], inbox[512];
static uint32_t psn;

static void setup(void)
{
	solo_defaults(&t);
	t.params.paths = 1;
	t.params.msg_max = 1000;
	solo_open(&t);
	psn = SOLO_PEER_PSN;
}

static uint32_t registered(uint32_t rights)
{
	struct ref_region r = { .domain = 5,
				.rights = rights,
				.address = BASE,
				.length = sizeof(region),
				.base = region };
	uint32_t key = 0;
	CU_ASSERT_EQUAL(ref_region_register(t.s.e, &r, &key), RES_OK);
	return key;
}

static void receive(uint32_t stream)
{
	CU_ASSERT_EQUAL(ref_recv_post(t.s.e, t.s.conn, stream, 1, inbox, 512, t.now_ns), RES_OK);
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

static void stream_is(uint32_t cmsn, enum wire_status status, uint32_t status_msn)
{
	struct ref_stream_rx s = { 0 };
	CU_ASSERT_EQUAL(ref_query_stream_rx(t.s.e, t.s.conn, 1, &s), RES_OK);
	CU_ASSERT_EQUAL(s.cmsn, cmsn);
	CU_ASSERT_EQUAL(s.status, status);
	CU_ASSERT_EQUAL(s.status_msn, status_msn);
}

static void feed(struct wire_packet k)
{
	solo_feed(&t, &k);
}

/* PLACE-11: 512 bytes have come, but of a message that is 600 long by its second packet. */
static void test_length_changes(void)
{
	setup();
	receive(1);
	feed(packet(PKT_SEND, M0, 0, 256, 512));
	feed(packet(PKT_SEND, M0, 256, 256, 600));
	stream_is(M0, STATUS_INVALID, M0);
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	solo_free(&t);
}

/* PLACE-11, SEND-4: the second packet names another receive. */
static void test_index_changes(void)
{
	struct wire_packet k;
	setup();
	receive(1);
	receive(1);
	feed(packet(PKT_SEND, M0, 0, 256, 512));
	k = packet(PKT_SEND, M0, 256, 256, 512);
	k.recv_index = 1;
	feed(k);
	stream_is(M0, STATUS_INVALID, M0);
	solo_free(&t);
}

/* SEND-4: a receive that another msn has named, at once. */
static void test_index_taken(void)
{
	setup();
	receive(1);
	feed(packet(PKT_SEND, M0, 0, 256, 512));
	feed(packet(PKT_SEND, M0 + 1, 0, 10, 10));
	stream_is(M0, STATUS_INVALID, M0 + 1);
	solo_free(&t);
}

/* ERR-1, SEND-4: a message refused for its length names a receive in vain; the one before it, whose
 * receive it is, completes. */
static void test_refused_names_nothing(void)
{
	setup();
	receive(1);
	feed(packet(PKT_SEND, M0 + 1, 0, 256, 600));
	stream_is(M0, STATUS_LENGTH, M0 + 1);
	feed(packet(PKT_SEND, M0, 0, 10, 10));
	stream_is(M0 + 1, STATUS_LENGTH, M0 + 1);
	CU_ASSERT_EQUAL(t.s.done_count, 1);
	solo_free(&t);
}

/* RNR-3: a newer attempt restarts the message; what the older one named is free again. */
static void test_restart_frees(void)
{
	struct wire_packet k;
	setup();
	k = packet(PKT_SEND, M0, 0, 10, 10);
	k.recv_index = 1;
	feed(k);
	stream_is(M0, STATUS_RNR, M0);
	receive(1);
	receive(1);
	k = packet(PKT_SEND, M0, 0, 10, 10);
	k.msg_attempt = 1;
	feed(k);
	k = packet(PKT_SEND, M0 + 1, 0, 10, 10);
	k.recv_index = 1;
	feed(k);
	stream_is(M0 + 2, STATUS_OK, 0);
	solo_free(&t);
}

/* PLACE-6: longer than msg_max (1000 here), SEND and READ. */
static void test_msg_max(void)
{
	struct wire_packet k;
	setup();
	receive(1);
	feed(packet(PKT_SEND, M0, 0, 256, 1001));
	stream_is(M0, STATUS_INVALID, M0);
	solo_free(&t);
	setup();
	k = packet(PKT_READ_REQ, M0, 0, 0, 1001);
	k.msg_last = 1;
	k.remote_address = BASE;
	k.remote_rkey = registered(REF_REMOTE_READ);
	feed(k);
	stream_is(M0, STATUS_INVALID, M0);
	solo_free(&t);
}

static struct wire_packet read_request(uint32_t msn, uint32_t key, uint32_t length)
{
	struct wire_packet k = packet(PKT_READ_REQ, msn, 0, 0, length);
	k.msg_last = 1;
	k.remote_address = BASE;
	k.remote_rkey = key;
	return k;
}

/* PLACE-4, READ-6: READ wants the right to read, and no other. */
static void test_read_right(void)
{
	setup();
	feed(read_request(M0, registered(REF_REMOTE_READ), 8));
	stream_is(M0 + 1, STATUS_OK, 0);
	feed(read_request(M0 + 1, registered(REF_REMOTE_ATOMIC | REF_REMOTE_WRITE), 8));
	stream_is(M0 + 1, STATUS_ACCESS, M0 + 1);
	for (unsigned i = 0; i < t.out_count; i++)
		CU_ASSERT_NOT_EQUAL(t.out[i].k.kind, PKT_READ_RESP);
	solo_free(&t);
}

/* PLACE-11: one request is the whole message; a second one under its msn is refused. */
static void test_second_request(void)
{
	setup();
	uint32_t key = registered(REF_REMOTE_READ);
	feed(read_request(M0 + 1, key, 8)); /* M0 is missing: waits for its turn */
	feed(read_request(M0 + 1, key, 8));
	stream_is(M0, STATUS_INVALID, M0 + 1);
	solo_free(&t);
}

/* ERR-1, STRM-9: whole, but refused before its turn came: never complete. */
static void test_whole_but_refused(void)
{
	struct wire_packet k;
	setup();
	receive(1);
	receive(1);
	k = packet(PKT_SEND, M0 + 1, 0, 10, 10);
	k.recv_index = 1;
	feed(k);
	k.base_psn = psn;
	psn = wire_psn_add(psn, 1);
	feed(k); /* its bytes once more */
	stream_is(M0, STATUS_INVALID, M0 + 1);
	feed(packet(PKT_SEND, M0, 0, 10, 10));
	stream_is(M0 + 1, STATUS_INVALID, M0 + 1);
	CU_ASSERT_EQUAL(t.s.done_count, 1);
	solo_free(&t);
}

/* ERR-1: a READ refused while its response is under way is never complete. */
static void test_refused_under_way(void)
{
	solo_defaults(&t);
	t.params.paths = 1;
	t.params.cwnd_init = 1;
	solo_open(&t);
	psn = SOLO_PEER_PSN;
	feed(read_request(M0, registered(REF_REMOTE_READ), 600)); /* three packets, one by one */
	feed(packet(PKT_SEND, M0, 0, 10, 10));
	for (int i = 0; i < 3; i++)
		feed(solo_ack(&t, 0, wire_psn_add(SOLO_PSN, i), 0));
	stream_is(M0, STATUS_INVALID, M0);
	solo_free(&t);
}

/* Frames of the kind about a stream among those just sent. */
static unsigned about(uint32_t stream, enum wire_status status)
{
	unsigned n = 0;
	for (unsigned i = 0; i < t.out_count; i++)
		n += t.out[i].k.kind == PKT_ACK && t.out[i].k.ackh_stream == stream &&
		     t.out[i].k.ackh_status == status;
	return n;
}

/* ACK-6: a refusal is told within ack_delay (100 us), whatever comes on other streams. */
static void test_refusal_is_told(void)
{
	struct wire_packet k;
	unsigned told;
	setup();
	receive(2);
	feed(packet(PKT_SEND, M0, 0, 10, 10)); /* no receive */
	told = about(1, STATUS_RNR);
	k = packet(PKT_SEND, M0, 0, 10, 10);
	k.msg_stream = 2;
	feed(k);
	told += about(1, STATUS_RNR);
	t.out_count = 0;
	solo_until(&t, 100 * US);
	told += about(1, STATUS_RNR);
	CU_ASSERT_TRUE(told >= 1);
	solo_free(&t);
}

/* ACK-6: of several changed streams one ACK each follows, ack_reaction (10 us) apart at most. */
static void test_reports_follow(void)
{
	struct wire_packet k;
	setup();
	receive(1);
	receive(2);
	feed(packet(PKT_SEND, M0, 0, 10, 10));
	solo_until(&t, 90 * US);
	k = packet(PKT_SEND, M0, 0, 10, 10);
	k.msg_stream = 2;
	feed(k);
	solo_until(&t, 110 * US);
	CU_ASSERT_EQUAL(about(1, STATUS_OK), 1);
	CU_ASSERT_EQUAL(about(2, STATUS_OK), 1);
	solo_free(&t);
}

/* LIFE-2: a report owed, though no packet waits for its ACK, is sent before CLOSE. */
static void test_report_before_close(void)
{
	struct wire_packet k;
	setup();
	k = read_request(M0, registered(REF_REMOTE_READ), 8);
	k.base_ack_req = 1;
	feed(k); /* ACK, then the response: only now cmsn has passed it (STRM-2) */
	CU_ASSERT_EQUAL(solo_at(&t, 0)->ackh_cmsn, M0);
	t.out_count = 0;
	CU_ASSERT_EQUAL(ref_conn_close(t.s.e, t.s.conn, CLOSE_NORMAL, t.now_ns), RES_OK);
	solo_pump(&t);
	CU_ASSERT_EQUAL(about(1, STATUS_OK), 1);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->ackh_cmsn, M0 + 1);
	CU_ASSERT_EQUAL(solo_at(&t, 1)->kind, PKT_CLOSE);
	solo_free(&t);
}

/* ACK-2: the first mark since the last ACK, each time anew. */
static void test_marks_again(void)
{
	struct wire_packet k;
	setup();
	for (unsigned i = 0; i < 3; i++) {
		k = packet(PKT_NOP, 0, 0, 0, 0);
		k.ipv4_ecn = 3;
		feed(k);
		CU_ASSERT_EQUAL(t.out_count, 1);
		CU_ASSERT_EQUAL(solo_at(&t, 0)->ackh_ce_count, i + 1);
	}
	solo_free(&t);
}

/* SEND-5: with all else switched off. */
static void test_send_alone(void)
{
	psn = SOLO_PEER_PSN;
	solo_defaults(&t);
	t.params.paths = 1;
	t.params.ops = REF_OP_SEND;
	solo_open(&t);
	receive(1);
	feed(packet(PKT_SEND, M0, 0, 10, 10));
	CU_ASSERT_EQUAL(t.s.done_count, 1);
	solo_post(&t, REF_SEND, 1, 10);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->kind, PKT_SEND);
	solo_free(&t);
}

/* ATOM-3: two connections add to one location, each sees what the other left. */
static void test_shared_counter(void)
{
	struct ref_conn_config other;
	uint64_t now = 40;
	int conn;
	setup();
	uint32_t key = registered(REF_REMOTE_ATOMIC);
	memcpy(region, &now, 8);
	other = t.s.config;
	other.local.conn_id = 0x201;
	other.peer.conn_id = 0x200;
	CU_ASSERT_EQUAL(ref_conn_open(t.s.e, &other, 0, &conn, NULL), RES_OK);
	for (unsigned i = 0; i < 2; i++) {
		struct wire_packet k = solo_packet(&t, PKT_ATOMIC_FADD, 0, SOLO_PEER_PSN);
		k.base_dst_conn = 0x101 + i * 0x100;
		k.msg_length = 8;
		k.remote_address = BASE;
		k.remote_rkey = key;
		k.operand_swap_or_add = 1;
		feed(k);
		CU_ASSERT_EQUAL(solo_at(&t, 0)->kind, PKT_ATOMIC_RESP);
		CU_ASSERT_EQUAL(solo_at(&t, 0)->result_original, 40 + i);
	}
	memcpy(&now, region, 8);
	CU_ASSERT_EQUAL(now, 42);
	solo_free(&t);
}

void suite_engine_target(void);
void suite_engine_target(void)
{
	CU_pSuite s = CU_add_suite("engine_target", NULL, NULL);
	CU_ADD_TEST(s, test_length_changes);
	CU_ADD_TEST(s, test_index_changes);
	CU_ADD_TEST(s, test_index_taken);
	CU_ADD_TEST(s, test_refused_names_nothing);
	CU_ADD_TEST(s, test_restart_frees);
	CU_ADD_TEST(s, test_msg_max);
	CU_ADD_TEST(s, test_read_right);
	CU_ADD_TEST(s, test_second_request);
	CU_ADD_TEST(s, test_whole_but_refused);
	CU_ADD_TEST(s, test_refused_under_way);
	CU_ADD_TEST(s, test_refusal_is_told);
	CU_ADD_TEST(s, test_reports_follow);
	CU_ADD_TEST(s, test_report_before_close);
	CU_ADD_TEST(s, test_marks_again);
	CU_ADD_TEST(s, test_send_alone);
	CU_ADD_TEST(s, test_shared_counter);
}
