/* Encapsulation at the edge of the engine (ENC, CRC), what no packet of a kind does (ACK-7, ECN-2),
 * planes (PLANE-3), IPv6 (ENC-16), and hints to the one who reads (HINT-8). */
#include "tests/unit/engine_solo.h"

static struct solo t;
static uint8_t frame[WIRE_FRAME_MAX];

static void setup(void)
{
	solo_defaults(&t);
	solo_open(&t);
}

static size_t encode(const struct wire_packet *k)
{
	size_t len = 0;
	CU_ASSERT_EQUAL_FATAL(wire_encode(&wire_layout_default, k, frame, sizeof(frame), &len),
			      RES_OK);
	return len;
}

/* Feeds the bytes on a plane; how many frames come back. */
static unsigned feed(const uint8_t *bytes, size_t len, unsigned plane)
{
	t.out_count = 0;
	ref_input(t.s.e, plane, bytes, len, t.now_ns);
	solo_pump(&t);
	return t.out_count;
}

static size_t next_raw(unsigned *plane)
{
	return ref_output(t.s.e, t.now_ns, plane, frame, sizeof(frame));
}

/* ENC-1, ENC-5, ENC-7, ENC-9, CRC-1: the bytes of an ACK, offsets typed from the profile. */
static void test_bytes_of_an_ack(void)
{
	struct wire_packet k;
	unsigned plane;
	setup();
	k = solo_packet(&t, PKT_PROBE, 0, 0);
	size_t len = encode(&k);
	ref_input(t.s.e, 0, frame, len, 0);
	len = next_raw(&plane);
	/* Ethernet 14, IPv4 20, UDP 8, BASE 12, PATH 8, ACKH 64, CRC 4 */
	CU_ASSERT_EQUAL_FATAL(len, 14 + 20 + 8 + 12 + 8 + 64 + 4);
	CU_ASSERT_EQUAL(frame[12] << 8 | frame[13], 0x0800); /* not 0x8808 */
	CU_ASSERT_EQUAL(frame[14], 0x45);                    /* no options */
	CU_ASSERT_EQUAL(frame[16] << 8 | frame[17], 116);    /* IP length */
	CU_ASSERT_EQUAL(frame[20] << 8 | frame[21], 0x4000); /* DF, no fragment */
	CU_ASSERT_EQUAL(frame[23], 17);                      /* UDP */
	CU_ASSERT_EQUAL(frame[36] << 8 | frame[37], 4791);
	CU_ASSERT_EQUAL(frame[38] << 8 | frame[39], 96); /* UDP length */
	CU_ASSERT_EQUAL(frame[42], 0xF0);
	solo_free(&t);
}

/* CRC-1: the CRC of the ACK vector of the profile, and none else, is taken. */
static void test_crc_vector(void)
{
	static const char hex[] =
		"4502007400004000401126750a0000010a000002c00012b70060cd4af001ffff000000220000000902"
		"000000000000000000000501020304000186a000000003000300000000000800000000000000000201"
		"000000000000000000000000000000000000000000000000000000000080d0bffb00";
	uint8_t bytes[14 + 116] = { [12] = 8 };
	struct wire_packet k;
	for (unsigned i = 0; i < 116; i++) {
		char pair[3] = { hex[2 * i], hex[2 * i + 1], 0 };
		bytes[14 + i] = (uint8_t)strtoul(pair, NULL, 16);
	}
	CU_ASSERT_EQUAL(wire_decode(&wire_layout_default, 4791, bytes, sizeof(bytes), &k, NULL),
			RES_OK);
	bytes[14 + 26] = 0; /* no UDP checksum: outside the CRC */
	bytes[14 + 27] = 0;
	CU_ASSERT_EQUAL(wire_decode(&wire_layout_default, 4791, bytes, sizeof(bytes), &k, NULL),
			RES_OK);
	bytes[14 + 115] ^= 1;
	CU_ASSERT_EQUAL(wire_decode(&wire_layout_default, 4791, bytes, sizeof(bytes), &k, NULL),
			RES_E_CRC);
}

/* ENC-8: a PFC frame (all eight classes paused) changes nothing. */
static void test_pause(void)
{
	uint8_t pfc[60] = { 1, 0x80, 0xC2, 0,    0,    1,    2, 0,    0,    0,
			    0, 9,    0x88, 0x08, 0x01, 0x01, 0, 0xFF, 0xFF, 0xFF };
	struct ref_path_rx rx;
	setup();
	CU_ASSERT_EQUAL(feed(pfc, sizeof(pfc), 0), 0);
	CU_ASSERT_EQUAL(ref_query_path_rx(t.s.e, t.s.conn, 0, &rx), RES_OK);
	CU_ASSERT_EQUAL(rx.cum_psn, wire_psn_add(SOLO_PEER_PSN, -1));
	solo_post(&t, REF_WRITE, 1, 10);
	CU_ASSERT_EQUAL(t.out_count, 1);
	solo_free(&t);
}

/* ENC-15: a zero UDP checksum is taken. */
static void test_zero_checksum(void)
{
	struct wire_packet k;
	setup();
	k = solo_packet(&t, PKT_PROBE, 0, 0);
	size_t len = encode(&k);
	CU_ASSERT_EQUAL(frame[40] | frame[41], 0);
	CU_ASSERT_EQUAL(feed(frame, len, 0), 1);
	solo_free(&t);
}

/* PLACE-8, CRC-2: a trimmed packet, its lengths adjusted, is lost and nothing else: no ACK, no
 * report, no mark, no active sender. */
static void test_trimmed(void)
{
	static const uint8_t bytes[256];
	struct wire_packet k;
	struct ref_path_rx rx;
	setup();
	k = solo_packet(&t, PKT_SEND, 0, SOLO_PEER_PSN);
	k.payload = bytes;
	k.payload_len = 256;
	k.msg_length = 256;
	k.base_ack_req = 1;
	size_t len = encode(&k) - 192;
	frame[17] = (uint8_t)(len - 14);
	frame[16] = 0;
	frame[39] = (uint8_t)(len - 34);
	frame[38] = 0;
	frame[15] |= 3; /* CE */
	CU_ASSERT_EQUAL(feed(frame, len, 0), 0);
	CU_ASSERT_EQUAL(ref_query_path_rx(t.s.e, t.s.conn, 0, &rx), RES_OK);
	CU_ASSERT_EQUAL(rx.cum_psn, wire_psn_add(SOLO_PEER_PSN, -1));
	CU_ASSERT_EQUAL(rx.ce_count, 0);
	CU_ASSERT_EQUAL(rx.ts_echo, 0);
	solo_until(&t, 10 * MS);
	CU_ASSERT_EQUAL(t.out_count, 0);
	k.base_psn = SOLO_PEER_PSN; /* the same PSN again, whole: accepted */
	len = encode(&k);
	CU_ASSERT_TRUE(feed(frame, len, 0) >= 1);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->ackh_cum_psn, SOLO_PEER_PSN);
	solo_free(&t);
}

/* ACK-7: an ACK is not answered, and takes no PSN; neither do PROBE and CLOSE. */
static void test_no_psn(void)
{
	struct wire_packet k;
	setup();
	k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, -1), 0);
	k.base_ack_req = 1;
	solo_feed(&t, &k);
	solo_until(&t, 10 * MS);
	CU_ASSERT_EQUAL(t.out_count, 0);
	k = solo_packet(&t, PKT_PROBE, 0, 0);
	for (unsigned i = 0; i < 3; i++)
		solo_feed(&t, &k);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->ackh_cum_psn, wire_psn_add(SOLO_PEER_PSN, -1));
	CU_ASSERT_EQUAL(solo_path(&t, 0).next_psn, SOLO_PSN);
	solo_post(&t, REF_WRITE, 1, 10);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->base_psn, SOLO_PSN);
	solo_free(&t);
}

/* PLANE-3: packets of one path from all planes of the peer, on all planes. */
static void test_all_planes(void)
{
	static const uint8_t bytes[256];
	uint8_t inbox[1024];
	setup();
	CU_ASSERT_EQUAL(ref_recv_post(t.s.e, t.s.conn, 1, 7, inbox, 1024, 0), RES_OK);
	for (unsigned plane = 0; plane < PIPE_PLANES; plane++) {
		struct wire_packet k = solo_packet(&t, PKT_SEND, plane, SOLO_PEER_PSN);
		k.msg_stream = 1;
		k.path_id = 0;
		k.base_psn = wire_psn_add(SOLO_PEER_PSN, (int32_t)plane);
		k.payload = bytes;
		k.payload_len = 256;
		k.msg_offset = plane * 256;
		k.msg_length = 1024;
		k.msg_last = plane == 3;
		size_t len = encode(&k);
		(void)feed(frame, len, plane);
	}
	CU_ASSERT_EQUAL(t.s.done_count, 1);
	solo_free(&t);
}

/* HINT-8, HINT-1: READ_RESP packets are answered with hints like any others. */
static void test_hint_to_responder(void)
{
	static const uint8_t bytes[8];
	struct wire_packet k;
	setup();
	solo_post(&t, REF_READ, 1, 8);
	k = solo_packet(&t, PKT_READ_RESP, 0, SOLO_PEER_PSN);
	k.msg_stream = 1;
	k.msg_length = 8;
	k.payload = bytes;
	k.payload_len = 8;
	k.base_ack_req = 1;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->kind, PKT_ACK);
	CU_ASSERT_EQUAL(solo_at(&t, 0)->ackh_rate_hint, 1000000); /* link_rate / 1 */
	solo_free(&t);
}

/* ENC-1, ENC-4, ENC-16 over IPv6: one flow label per path, another one with another source port. */
static void test_ipv6(void)
{
	uint32_t label[2] = { 0 };
	struct ref_completion done;
	static struct pair p;
	unsigned plane;
	size_t len;
	static uint8_t bytes[64];
	struct ref_work w = { .kind = REF_WRITE, .stream = 1, .local = bytes, .length = 10 };
	pair_defaults(&p);
	p.params.paths = 1;
	side_open(&p.side[0], 0, &p.params, true, 0);
	for (unsigned i = 0; i < 4; i++) {
		struct wire_packet k;
		if (i == 2)
			CU_ASSERT_EQUAL(ref_path_repath(p.side[0].e, p.side[0].conn, 0, 0), RES_OK);
		CU_ASSERT_EQUAL(ref_work_post(p.side[0].e, p.side[0].conn, &w, 0), RES_OK);
		len = ref_output(p.side[0].e, 0, &plane, frame, sizeof(frame));
		CU_ASSERT_EQUAL(frame[12] << 8 | frame[13], 0x86DD);
		CU_ASSERT_EQUAL(frame[14 + 6], 17);
		CU_ASSERT_EQUAL_FATAL(wire_decode(&wire_layout_default, 4791, frame, len, &k, NULL),
				      RES_OK);
		CU_ASSERT_EQUAL(k.ipv6_ecn, 2);
		CU_ASSERT_TRUE(i % 2 == 0 || k.ipv6_flow == label[i / 2]);
		label[i / 2] = k.ipv6_flow;
	}
	CU_ASSERT_NOT_EQUAL(label[0], label[1]);
	CU_ASSERT_FALSE(ref_poll(p.side[0].e, &done));
	free(p.side[0].mem);
}

/* ENC-16: packets of any kind on a path carry its label. */
static void test_label_of_kinds(void)
{
	struct pair *p = calloc(1, sizeof(*p));
	static uint8_t bytes[64];
	struct ref_work w = { .kind = REF_WRITE, .stream = 1, .local = bytes, .length = 10 };
	uint32_t label = 0;
	unsigned plane;
	CU_ASSERT_FATAL(p != NULL);
	pair_defaults(p);
	p->params.paths = 1;
	side_open(&p->side[0], 0, &p->params, true, 0);
	CU_ASSERT_EQUAL(ref_work_post(p->side[0].e, p->side[0].conn, &w, 0), RES_OK);
	for (unsigned i = 0; i < 2; i++) {
		struct wire_packet k;
		size_t len = ref_output(p->side[0].e, 0, &plane, frame, sizeof(frame));
		CU_ASSERT_EQUAL_FATAL(wire_decode(&wire_layout_default, 4791, frame, len, &k, NULL),
				      RES_OK);
		CU_ASSERT_TRUE(i == 0 || k.ipv6_flow == label);
		label = k.ipv6_flow;
		if (i == 0)
			CU_ASSERT_EQUAL(
				ref_conn_close(p->side[0].e, p->side[0].conn, CLOSE_NORMAL, 0),
				RES_OK);
	}
	free(p->side[0].mem);
	free(p);
}

void suite_engine_encap(void);
void suite_engine_encap(void)
{
	CU_pSuite s = CU_add_suite("engine_encap", NULL, NULL);
	CU_ADD_TEST(s, test_bytes_of_an_ack);
	CU_ADD_TEST(s, test_crc_vector);
	CU_ADD_TEST(s, test_pause);
	CU_ADD_TEST(s, test_zero_checksum);
	CU_ADD_TEST(s, test_trimmed);
	CU_ADD_TEST(s, test_no_psn);
	CU_ADD_TEST(s, test_all_planes);
	CU_ADD_TEST(s, test_hint_to_responder);
	CU_ADD_TEST(s, test_ipv6);
	CU_ADD_TEST(s, test_label_of_kinds);
}
