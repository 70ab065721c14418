/* Messages and streams at the target: order of completion, receives, RNR, errors, reports. */
#include "tests/unit/engine_solo.h"

static struct solo t;
static uint8_t bytes[256], inbox[8][256];
static uint32_t psn;

enum { M0 = -2 }; /* initial_msn 0xFFFFFFFE */

static void setup(void)
{
	solo_defaults(&t);
	solo_open(&t);
	fill_pattern(bytes, sizeof(bytes), 5);
	memset(inbox, 0, sizeof(inbox));
	psn = SOLO_PEER_PSN;
}

static void post(uint32_t stream, unsigned id, uint32_t length)
{
	CU_ASSERT_EQUAL(ref_recv_post(t.s.e, t.s.conn, stream, id, inbox[id], length, t.now_ns),
			RES_OK);
}

/* A one-packet SEND, answered at once. */
static struct wire_packet send(uint32_t stream, int msn, uint32_t index, uint8_t attempt)
{
	struct wire_packet k = solo_packet(&t, PKT_SEND, 0, psn);
	psn = wire_psn_add(psn, 1);
	k.base_ack_req = 1;
	k.msg_stream = stream;
	k.msg_msn = (uint32_t)msn;
	k.msg_attempt = attempt;
	k.recv_index = index;
	k.payload = bytes;
	k.payload_len = 10;
	k.msg_length = 10;
	return k;
}

static void feed(uint32_t stream, int msn, uint32_t index, uint8_t attempt)
{
	struct wire_packet k = send(stream, msn, index, attempt);
	solo_feed(&t, &k);
	CU_ASSERT_FATAL(t.out_count >= 1);
}

static void stream_is(uint32_t stream, int cmsn, enum wire_status status, int status_msn,
		      uint8_t attempt)
{
	struct ref_stream_rx s;
	CU_ASSERT_EQUAL(ref_query_stream_rx(t.s.e, t.s.conn, stream, &s), RES_OK);
	CU_ASSERT_EQUAL(s.cmsn, (uint32_t)cmsn);
	CU_ASSERT_EQUAL(s.status, status);
	CU_ASSERT_EQUAL(s.status_msn, (uint32_t)status_msn);
	CU_ASSERT_EQUAL(s.status_attempt, attempt);
	CU_ASSERT_EQUAL(s.rnr_delay, status == STATUS_RNR ? 1000 : 0);
}

static void test_order(void)
{
	setup();
	post(1, 0, 256);
	post(1, 1, 256);
	post(2, 2, 256);
	feed(1, M0 + 1, 1, 0); /* PLACE-2: by recv_index, before the first one */
	CU_ASSERT_EQUAL(memcmp(inbox[1], bytes, 10), 0);
	CU_ASSERT_EQUAL(inbox[1][10], 0);
	CU_ASSERT_EQUAL(t.s.done_count, 0); /* STRM-2, STRM-4 */
	stream_is(1, M0, STATUS_OK, 0, 0);
	feed(2, M0, 0, 0); /* STRM-3: another stream does not wait */
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 1);
	CU_ASSERT_EQUAL(t.s.done[0].id, 2);
	feed(1, M0, 0, 0);
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 3);
	CU_ASSERT_EQUAL(t.s.done[1].id, 0);
	CU_ASSERT_EQUAL(t.s.done[1].msn, 0xFFFFFFFE);
	CU_ASSERT_EQUAL(t.s.done[2].id, 1);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cmsn, 0);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_stream, 1);
	solo_free(&t);
}

static void test_rnr(void)
{
	setup();
	feed(0, M0, 0, 0);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_status, STATUS_RNR); /* RNR-1 */
	CU_ASSERT_EQUAL(t.out[0].k.ackh_status_msn, 0xFFFFFFFE);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_status_attempt, 0);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_rnr_delay, 1000);
	feed(0, M0 + 1, 1, 0); /* also refused; the lowest is reported */
	stream_is(0, M0, STATUS_RNR, M0, 0);
	post(0, 0, 256);
	post(0, 1, 256);
	feed(0, M0, 0, 0); /* the same attempt again: ignored */
	stream_is(0, M0, STATUS_RNR, M0, 0);
	CU_ASSERT_EQUAL(inbox[0][0], 0);
	feed(0, M0, 0, 1); /* RNR-3: a newer one is served */
	CU_ASSERT_EQUAL(memcmp(inbox[0], bytes, 10), 0);
	stream_is(0, M0 + 1, STATUS_RNR, M0 + 1, 0); /* on to the next refused */
	CU_ASSERT_EQUAL(t.s.done_count, 1);
	feed(0, M0 + 1, 1, 1);
	stream_is(0, M0 + 2, STATUS_OK, 0, 0); /* back to OK */
	CU_ASSERT_EQUAL(t.s.done_count, 2);
	solo_free(&t);
}

static void test_attempts(void)
{
	setup();
	feed(0, M0, 0, 0);
	feed(0, M0, 0, 127); /* 127 ahead is newer */
	stream_is(0, M0, STATUS_RNR, M0, 127);
	feed(0, M0, 0, 255); /* 128 ahead is not */
	stream_is(0, M0, STATUS_RNR, M0, 127);
	feed(0, M0, 0, 254); /* 127 ahead */
	stream_is(0, M0, STATUS_RNR, M0, 254);
	post(0, 0, 256);
	feed(0, M0, 0, 253); /* older: ignored */
	stream_is(0, M0, STATUS_RNR, M0, 254);
	feed(0, M0, 0, 0); /* 2 ahead, modulo 256 */
	stream_is(0, M0 + 1, STATUS_OK, 0, 0);
	solo_free(&t);
}

static void test_rnr_whole_message(void)
{
	struct wire_packet k;
	setup();
	k = send(0, M0, 0, 0);
	k.payload_len = 256;
	k.msg_length = 300;
	k.msg_last = 0;
	solo_feed(&t, &k); /* the first packet is refused ... */
	stream_is(0, M0, STATUS_RNR, M0, 0);
	post(0, 0, 256);
	k = send(0, M0, 0, 0);
	k.payload_len = 44;
	k.msg_offset = 256;
	k.msg_length = 300;
	solo_feed(&t, &k); /* ... and so is the rest, though a receive is there now */
	stream_is(0, M0, STATUS_RNR, M0, 0);
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	solo_free(&t);
}

static void test_length(void)
{
	setup();
	post(0, 0, 9);
	feed(0, M0, 0, 0); /* SEND-2: 10 bytes */
	stream_is(0, M0, STATUS_LENGTH, M0, 0);
	CU_ASSERT_EQUAL(inbox[0][0], 0);
	CU_ASSERT_EQUAL(inbox[0][9], 0);
	feed(0, M0, 0, 1); /* ERR-1: no attempt lifts it */
	stream_is(0, M0, STATUS_LENGTH, M0, 0);
	solo_free(&t);
}

static void test_recv_index(void)
{
	setup();
	post(0, 0, 256);
	post(0, 1, 256);
	feed(0, M0, 0, 0);
	feed(0, M0 + 1, 0, 0); /* SEND-4: consumed */
	stream_is(0, M0 + 1, STATUS_INVALID, M0 + 1, 0);
	feed(1, M0 + 1, 0, 0);
	feed(1, M0 + 2, 0, 0); /* named by another msn (refused for want of a receive) */
	stream_is(1, M0, STATUS_RNR, M0 + 1, 0); /* ERR-1: the error above is kept */
	feed(2, M0, 63, 0);                      /* the last one within msg_window */
	stream_is(2, M0, STATUS_RNR, M0, 0);
	feed(3, M0, 64, 0); /* msg_window past the first incomplete */
	stream_is(3, M0, STATUS_INVALID, M0, 0);
	solo_free(&t);
}

static void test_recv_count(void)
{
	setup();
	post(0, 0, 256);
	post(0, 1, 256);
	feed(0, M0 + 1, 0, 0); /* wrong, if the message before it takes a receive */
	feed(0, M0, 1, 0);
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	stream_is(0, M0, STATUS_INVALID, M0, 0); /* SEND-4: when its turn comes */
	solo_free(&t);
}

static void test_window(void)
{
	setup();
	feed(0, M0 + 64, 0, 0); /* STRM-6 */
	stream_is(0, M0, STATUS_INVALID, M0 + 64, 0);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_status, STATUS_INVALID);
	feed(0, M0 + 63, 0, 0); /* still within: refused for want of a receive, lower */
	stream_is(0, M0, STATUS_RNR, M0 + 63, 0);
	solo_free(&t);
}

static void test_errors(void)
{
	struct wire_packet k;
	setup();
	for (unsigned i = 0; i < 3; i++)
		post(0, i, 256);
	feed(0, M0 + 5, 70, 0); /* INVALID at M0 + 5 */
	stream_is(0, M0, STATUS_INVALID, M0 + 5, 0);
	k = send(0, M0 + 2, 0, 0);
	k.base_opcode = 0xE2; /* WRITE, no such key */
	solo_feed(&t, &k);
	stream_is(0, M0, STATUS_ACCESS, M0 + 2, 0); /* ERR-1: the lower one */
	feed(0, M0 + 4, 2, 0);
	feed(0, M0, 0, 0);
	feed(0, M0 + 1, 1, 0);
	stream_is(0, M0 + 2, STATUS_ACCESS, M0 + 2, 0); /* those before still complete */
	CU_ASSERT_EQUAL(t.s.done_count, 2);
	CU_ASSERT_EQUAL(inbox[2][0], 0);
	feed(1, M0, 0, 0);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_status, STATUS_RNR); /* ERR-3: another stream goes on */
	post(0, 3, 256); /* the other direction and receives stay */
	solo_free(&t);
}

static void test_error_beats_rnr(void)
{
	struct wire_packet k;
	setup();
	k = send(0, M0, 0, 0);
	k.base_opcode = 0xE3; /* WRITE_IMM: no receive, and no such key */
	solo_feed(&t, &k);
	stream_is(0, M0, STATUS_ACCESS, M0, 0);
	k = send(1, M0, 0, 0);
	k.payload_len = 256;
	k.msg_length = 300;
	k.msg_last = 0;
	solo_feed(&t, &k);
	stream_is(1, M0, STATUS_RNR, M0, 0);
	solo_free(&t);
}

static void test_write_imm(void)
{
	static uint8_t memory[16];
	struct ref_region r = { .domain = 5,
				.rights = REF_REMOTE_WRITE,
				.address = 0x80,
				.length = 16,
				.base = memory,
				.rkey = 0xCAFE };
	struct wire_packet k;
	uint32_t key;
	setup();
	memset(memory, 0, sizeof(memory));
	CU_ASSERT_EQUAL(ref_region_register(t.s.e, &r, &key), RES_OK);
	CU_ASSERT_EQUAL(key, 0xCAFE);
	k = send(0, M0, 0, 0);
	k.base_opcode = 0xE3;
	k.remote_address = 0x82;
	k.remote_rkey = key;
	k.imm_immediate = 77;
	k.base_solicited = 1;
	solo_feed(&t, &k);
	stream_is(0, M0, STATUS_RNR, M0, 0);
	CU_ASSERT_EQUAL(memory[2], 0); /* refused: not placed */
	CU_ASSERT_EQUAL(ref_recv_post(t.s.e, t.s.conn, 0, 5, NULL, 0, 0), RES_OK);
	k.msg_attempt = 1;
	k.base_psn = psn;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(memcmp(memory + 2, bytes, 10), 0);
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 1); /* SEND-1: consumes one, places nothing in it */
	CU_ASSERT_EQUAL(t.s.done[0].id, 5);
	CU_ASSERT_EQUAL(t.s.done[0].length, 10);
	CU_ASSERT_EQUAL(t.s.done[0].immediate, 77);
	CU_ASSERT_TRUE(t.s.done[0].solicited); /* HDR-9 */
	solo_free(&t);
}

static void test_bad_stream(void)
{
	struct wire_packet k;
	setup();
	k = send(4, 17, 0, 0);
	k.base_ack_req = 0;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1); /* STRM-8: at once */
	CU_ASSERT_EQUAL(t.out[0].k.ackh_stream, 4);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_status, STATUS_BAD_STREAM);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cmsn, 17);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_status_msn, 17);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cum_psn, SOLO_PEER_PSN);
	solo_free(&t);
}

/* ACK-6: several changed streams are told one after the other without waiting for packets. */
static void test_reports(void)
{
	bool told[4] = { false };
	struct wire_packet k;
	setup();
	for (unsigned i = 1; i < 4; i++) {
		post(i, i, 256);
		k = send(i, M0, 0, 0);
		k.base_ack_req = 0;
		solo_feed(&t, &k);
		CU_ASSERT_EQUAL(t.out_count, 0);
	}
	solo_until(&t, 100 * US); /* ack_delay */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 3);
	for (unsigned i = 0; i < 3; i++) {
		told[t.out[i].k.ackh_stream] = true;
		CU_ASSERT_EQUAL(t.out[i].k.ackh_cmsn, 0xFFFFFFFF);
		CU_ASSERT_EQUAL(t.out[i].k.base_psn, i);
	}
	CU_ASSERT_TRUE(told[1] && told[2] && told[3]);
	k = solo_packet(&t, PKT_NOP, 0, psn);
	k.base_ack_req = 1;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_stream, 3); /* of the last packet with a MSG header */
	k = solo_packet(&t, PKT_NOP, 1, SOLO_PEER_PSN);
	k.base_ack_req = 1;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_stream, 0);
	solo_free(&t);
}

void suite_engine_message(void);
void suite_engine_message(void)
{
	CU_pSuite s = CU_add_suite("engine_message", NULL, NULL);
	CU_ADD_TEST(s, test_order);
	CU_ADD_TEST(s, test_rnr);
	CU_ADD_TEST(s, test_attempts);
	CU_ADD_TEST(s, test_rnr_whole_message);
	CU_ADD_TEST(s, test_length);
	CU_ADD_TEST(s, test_recv_index);
	CU_ADD_TEST(s, test_recv_count);
	CU_ADD_TEST(s, test_window);
	CU_ADD_TEST(s, test_errors);
	CU_ADD_TEST(s, test_error_beats_rnr);
	CU_ADD_TEST(s, test_write_imm);
	CU_ADD_TEST(s, test_bad_stream);
	CU_ADD_TEST(s, test_reports);
}
