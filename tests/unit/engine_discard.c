/* What is discarded (HDR-3), counted by reason (TEL-2) and answered by nothing; rerouted packets
 * on receipt (PATH-7). */
#include "tests/unit/engine_solo.h"

static struct solo t;

static struct ref_counters counters(void)
{
	struct ref_counters n;
	ref_query_counters(t.s.e, &n);
	return n;
}

static void setup(void)
{
	solo_defaults(&t);
	solo_open(&t);
}

static struct wire_packet good(void)
{
	struct wire_packet k = solo_packet(&t, PKT_NOP, 0, SOLO_PEER_PSN);
	k.base_ack_req = 1;
	return k;
}

/* Nothing comes back and the path's state is that of the beginning. */
static void discarded(const struct wire_packet *k)
{
	struct ref_path_rx rx;
	solo_feed(&t, k);
	CU_ASSERT_EQUAL(t.out_count, 0);
	CU_ASSERT_EQUAL(ref_query_path_rx(t.s.e, t.s.conn, 0, &rx), RES_OK);
	CU_ASSERT_EQUAL(rx.cum_psn, 0xFFFF7F);
	CU_ASSERT_EQUAL(rx.ts_echo, 0);
	CU_ASSERT_EQUAL(rx.ce_count, 0);
}

/* HDR-3, TEL-2: version, opcode, connection, addresses. */
static void test_reasons(void)
{
	struct wire_packet k;
	setup();
	k = good();
	k.base_version = 2;
	discarded(&k);
	k = good();
	k.base_opcode = 0xEA;
	discarded(&k);
	k = good();
	k.base_dst_conn = 0x102;
	discarded(&k);
	k = good();
	k.ipv4_src[3] = 9;
	discarded(&k);
	k = good();
	k.ipv4_dst[3] = 9;
	discarded(&k);
	CU_ASSERT_EQUAL(counters().discard_version, 1);
	CU_ASSERT_EQUAL(counters().discard_opcode, 1);
	CU_ASSERT_EQUAL(counters().discard_connection, 1);
	CU_ASSERT_EQUAL(counters().discard_address, 2);
	solo_free(&t);
}

/* HDR-3, TEL-2: partition, path, length, port. */
static void test_more_reasons(void)
{
	static uint8_t big[512];
	struct wire_packet k;
	setup();
	k = good();
	k.base_partition = 0xFFFE;
	discarded(&k);
	k = good();
	k.path_id = 4; /* = P */
	discarded(&k);
	k = solo_packet(&t, PKT_SEND, 0, SOLO_PEER_PSN);
	k.payload = big;
	k.payload_len = 257; /* > mtu */
	discarded(&k);
	k = good();
	k.udp_dport = 4792;
	discarded(&k);
	CU_ASSERT_EQUAL(counters().discard_partition, 1);
	CU_ASSERT_EQUAL(counters().discard_path, 1);
	CU_ASSERT_EQUAL(counters().discard_length, 1);
	CU_ASSERT_EQUAL(counters().discard_foreign, 1);
	k = good();
	solo_feed(&t, &k); /* ROB-1: the next valid packet is served */
	CU_ASSERT_EQUAL(t.out_count, 1);
	solo_free(&t);
}

/* CRC-2, ROB-1: every byte flipped, every length. */
static void test_corrupt(void)
{
	uint8_t frame[WIRE_FRAME_MAX];
	struct wire_packet k;
	size_t len = 0;
	setup();
	k = good();
	CU_ASSERT_EQUAL(wire_encode(&wire_layout_default, &k, frame, sizeof(frame), &len), RES_OK);
	/* Every byte from BASE to the CRC but the one outside of it (byte 4 of BASE). */
	for (size_t i = 14 + 20 + 8; i < len; i++) {
		uint8_t copy[WIRE_FRAME_MAX];
		if (i == 14 + 20 + 8 + 4)
			continue;
		memcpy(copy, frame, len);
		copy[i] ^= 0x40;
		ref_input(t.s.e, 0, copy, len, 0);
	}
	for (size_t i = 0; i < len; i++)
		ref_input(t.s.e, 0, frame, i, 0); /* cut short */
	solo_pump(&t);
	CU_ASSERT_EQUAL(t.out_count, 0);
	CU_ASSERT_EQUAL(counters().discard_crc, 20 + 4 - 1);
	CU_ASSERT_EQUAL(counters().rx_accepted, 0);
	frame[14 + 20 + 8 + 4] ^= 0xFF; /* CRC-3, HDR-2 */
	ref_input(t.s.e, 0, frame, len, 0);
	solo_pump(&t);
	CU_ASSERT_EQUAL(t.out_count, 1);
	solo_free(&t);
}

/* ENC-11: untagged, VLAN 0 and the port's own; anything else is not for this port. */
static void test_vlan(void)
{
	struct wire_packet k;
	solo_defaults(&t);
	t.vlan = 7;
	solo_open(&t);
	k = good();
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_TRUE((t.out[0].k.headers & 1u << wire_hdr_vlan) != 0);
	CU_ASSERT_EQUAL(t.out[0].k.vlan_vid, 7);
	for (unsigned vid = 0; vid <= 14; vid += 7) {
		k = good();
		k.headers |= 1u << wire_hdr_vlan;
		k.vlan_vid = vid;
		solo_feed(&t, &k);
		CU_ASSERT_EQUAL(t.out_count, vid == 14 ? 0 : 1);
	}
	solo_free(&t);
}

static struct wire_packet rerouted(unsigned path, int32_t offset, unsigned orig_path, int32_t orig)
{
	static const uint8_t bytes[4] = { 1, 2, 3, 4 };
	struct wire_packet k = solo_packet(&t, PKT_SEND, path, wire_psn_add(SOLO_PEER_PSN, offset));
	k.path_rerouted = 1;
	k.reroute_orig_path = orig_path;
	k.reroute_orig_psn = wire_psn_add(SOLO_PEER_PSN, orig);
	k.msg_length = 4;
	k.payload = bytes;
	k.payload_len = 4;
	return k;
}

static void test_bad_reroute(void)
{
	struct wire_packet k;
	setup();
	k = good();
	k.path_rerouted = 1; /* a NOP is never rerouted */
	discarded(&k);
	k = solo_packet(&t, PKT_PROBE, 0, 0);
	k.path_rerouted = 1;
	discarded(&k);
	k = rerouted(0, 0, 4, 0); /* orig_path = P */
	discarded(&k);
	CU_ASSERT_EQUAL(counters().discard_path, 3);
	solo_free(&t);
}

/* PATH-7: the new path, the original, the late original, the copy of a known one. */
static void test_reroute(void)
{
	struct ref_path_rx rx;
	struct wire_packet k;
	uint8_t buffer[8] = { 0 };
	const unsigned bit[] = { 2 };
	setup();
	CU_ASSERT_EQUAL(ref_recv_post(t.s.e, t.s.conn, 0, 1, buffer, 8, 0), RES_OK);
	k = rerouted(1, 0, 0, 2);
	solo_feed(&t, &k);
	solo_until(&t, 1 * MS);
	CU_ASSERT_EQUAL(t.s.done_count, 1);
	CU_ASSERT_EQUAL(ref_query_path_rx(t.s.e, t.s.conn, 0, &rx), RES_OK);
	CU_ASSERT_EQUAL(rx.cum_psn, 0xFFFF7F); /* accepted on the original path, too */
	CU_ASSERT_EQUAL(rx.sack[0], 4);
	CU_ASSERT_EQUAL(rx.ts_echo, 0);
	for (unsigned i = 0; i < t.out_count; i++)
		CU_ASSERT_EQUAL(t.out[i].k.path_id, 1); /* no ACK is due on path 0 */
	k = solo_packet(&t, PKT_SEND, 0, wire_psn_add(SOLO_PEER_PSN, 2));
	solo_feed(&t, &k); /* the late original is a duplicate */
	CU_ASSERT_EQUAL(counters().rx_duplicate, 1);
	CU_ASSERT_TRUE(sack_is(solo_at(&t, 0), bit, 1));
	k = rerouted(1, 1, 0, 2); /* already accepted: acknowledged, else ignored */
	k.msg_msn++;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(ref_query_path_rx(t.s.e, t.s.conn, 1, &rx), RES_OK);
	CU_ASSERT_EQUAL(rx.cum_psn, 0xFFFF81);
	CU_ASSERT_EQUAL(counters().rx_refused, 0);
	k = rerouted(1, 2, 0, 256); /* beyond the original path's window */
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(ref_query_path_rx(t.s.e, t.s.conn, 1, &rx), RES_OK);
	CU_ASSERT_EQUAL(rx.cum_psn, 0xFFFF81);
	CU_ASSERT_EQUAL(counters().rx_out_of_window, 1);
	CU_ASSERT_EQUAL(t.out_count, 1);
	solo_free(&t);
}

void suite_engine_discard(void);
void suite_engine_discard(void)
{
	CU_pSuite s = CU_add_suite("engine_discard", NULL, NULL);
	CU_ADD_TEST(s, test_reasons);
	CU_ADD_TEST(s, test_more_reasons);
	CU_ADD_TEST(s, test_corrupt);
	CU_ADD_TEST(s, test_vlan);
	CU_ADD_TEST(s, test_bad_reroute);
	CU_ADD_TEST(s, test_reroute);
}
