/* Impairments: what the peer gets when one acts, and what becomes of the peer's own ACKs. */
#define SPY impair_act
#include "tests/unit/harness_impair_bench.h"

void suite_harness_impair_act(void);

/* What the peer got when this was done to a packet of 256 bytes. */
static enum result done_to(const struct step *s, bool is_v6, struct wire_packet *got,
			   enum trace_fate fate)
{
	struct hb *b = start();
	struct wire_packet p = packet(0, 0, 0, 0);
	enum result r;

	p.ipv4_dscp = 5;
	if (is_v6) {
		p.headers = 1u << wire_hdr_eth | 1u << wire_hdr_vlan | 1u << wire_hdr_ipv6 |
			    1u << wire_hdr_udp;
		p.ipv6_next = 17;
		p.ipv6_hops = 64;
		p.ipv6_ecn = 2;
		p.ipv6_dscp = 5;
		p.ipv6_flow = 0x12345;
	}
	rule(b, s);
	CU_ASSERT_EQUAL(leave_packet(b, &p), fate);
	CU_ASSERT_EQUAL_FATAL(heard.count, 1);
	r = wire_decode(&wire_layout_default, 4791, heard.frame, heard.len, got, NULL);
	hb_free(b);
	return r;
}

static void test_ce(void)
{
	static const struct step s = IMPAIR(NTH(0), CE);
	struct wire_packet p;

	/* right header checksum, right CRC: a wrong one would be an error here */
	CU_ASSERT_EQUAL(done_to(&s, false, &p, FATE_ARRIVED), RES_OK);
	CU_ASSERT_EQUAL(p.ipv4_ecn, 3);
	CU_ASSERT_EQUAL(p.ipv4_dscp, 5);
	CU_ASSERT_EQUAL(p.payload_len, 256);
	CU_ASSERT_EQUAL(done_to(&s, true, &p, FATE_ARRIVED), RES_OK);
	CU_ASSERT_EQUAL(p.ipv6_ecn, 3);
	CU_ASSERT_EQUAL(p.ipv6_dscp, 5);
	CU_ASSERT_EQUAL(p.ipv6_flow, 0x12345);
}

/* The CRC shows it, nothing else does. */
static void test_corrupt(void)
{
	static const struct step s = IMPAIR(NTH(0), CORRUPT);
	struct wire_packet p;

	CU_ASSERT_EQUAL(done_to(&s, false, &p, FATE_CORRUPTED), RES_E_CRC);
	CU_ASSERT_EQUAL(p.ipv4_length, 20 + 8 + 12 + 8 + 16 + 12 + 256 + 4);
	CU_ASSERT_EQUAL(done_to(&s, true, &p, FATE_CORRUPTED), RES_E_CRC);
}

static void test_corrupt_small(void)
{
	static const struct step s = IMPAIR(NTH(0), CORRUPT);
	struct hb *b = start();
	struct wire_packet nop = packet(0, 0, 0, 0), got;

	nop.base_opcode = 0xE9;
	nop.payload_len = 0;
	rule(b, &s);
	CU_ASSERT_EQUAL(leave_packet(b, &nop), FATE_CORRUPTED);
	CU_ASSERT_EQUAL(wire_decode(&wire_layout_default, 4791, heard.frame, heard.len, &got, NULL),
			RES_E_CRC);
	hb_free(b);
}

/* Headers and their numbers stay, lengths agree, the CRC is wrong: PLACE-8. */
static void test_trim(void)
{
	static const struct step s = IMPAIR(NTH(0), TRIM);
	struct wire_packet p;

	CU_ASSERT_EQUAL(done_to(&s, false, &p, FATE_TRIMMED), RES_E_CRC);
	CU_ASSERT_EQUAL(p.ipv4_length, 20 + 8 + 12 + 8 + 16 + 12 + 4);
	CU_ASSERT_EQUAL(p.udp_length, 8 + 12 + 8 + 16 + 12 + 4);
	CU_ASSERT_EQUAL(p.msg_length, 600);
	CU_ASSERT_EQUAL(done_to(&s, true, &p, FATE_TRIMMED), RES_E_CRC);
	CU_ASSERT_EQUAL(p.ipv6_length, 8 + 12 + 8 + 16 + 12 + 4);
}

/* Nothing to trim: it arrives whole, and no repair may be asked of the device. */
static void test_trim_nothing(void)
{
	static const struct step s = IMPAIR(NTH(0), TRIM);
	struct hb *b = start();
	struct wire_packet nop = packet(0, 0, 0, 0), got;

	nop.base_opcode = 0xE9;
	nop.payload_len = 0;
	rule(b, &s);
	CU_ASSERT_EQUAL(leave_packet(b, &nop), FATE_ARRIVED);
	CU_ASSERT_EQUAL(wire_decode(&wire_layout_default, 4791, heard.frame, heard.len, &got, NULL),
			RES_OK);
	hb_free(b);
}

static void test_delay(void)
{
	static const struct step late = IMPAIR_US(NTH(0), DELAY, 30);
	static const struct step early = IMPAIR_US(NTH_RANGE(1, 2), DELAY, 10);
	struct hb *b = start();

	rule(b, &late);
	rule(b, &early);
	b->link.now_ns = 1000000;
	for (int k = 0; k < 3; k++)
		CU_ASSERT_EQUAL(leave(b, 0, k), FATE_DELAYED);
	CU_ASSERT_EQUAL(heard.count, 0);
	CU_ASSERT_EQUAL(peer_deadline(&b->h), 777); /* the engine's own is earlier */
	b->link.now_ns = 1009999;
	peer_advance(&b->h);
	CU_ASSERT_EQUAL(heard.count, 0);
	b->link.now_ns = 1010000;
	peer_advance(&b->h);
	CU_ASSERT_EQUAL(heard.count, 2);
	b->link.now_ns = 2000000;
	peer_advance(&b->h);
	CU_ASSERT_EQUAL_FATAL(heard.count, 3);
	CU_ASSERT_EQUAL(heard.psn[0], 0xFFFFFF); /* in the order they left */
	CU_ASSERT_EQUAL(heard.psn[1], 0);
	CU_ASSERT_EQUAL(heard.psn[2], 0xFFFFFE);
	CU_ASSERT_PTR_NULL(b->h.delayed);
	hb_free(b);
}

static void test_duplicate(void)
{
	static const struct step s = IMPAIR_US(NTH(0), DUPLICATE, 10);
	struct hb *b = start();

	rule(b, &s);
	CU_ASSERT_EQUAL(leave(b, 1, 0), FATE_ARRIVED);
	CU_ASSERT_EQUAL(heard.count, 1);
	b->link.now_ns += 10000;
	peer_advance(&b->h);
	CU_ASSERT_EQUAL_FATAL(heard.count, 2);
	CU_ASSERT_EQUAL(heard.psn[0], heard.psn[1]);
	CU_ASSERT_EQUAL(heard.port, 1);
	hb_free(b);
}

/* A mute peer hears nothing, with or without a rule. */
static void test_mute(void)
{
	struct hb *b = start();

	b->h.is_mute = true;
	CU_ASSERT_EQUAL(leave(b, 0, 0), FATE_ARRIVED);
	CU_ASSERT_EQUAL(heard.count, 0);
	hb_free(b);
}

/* The peer says ACK 0, ACK 1, a WRITE, ACK 2. */
static struct hb *speaking(const struct step *s)
{
	static const unsigned opcode[] = { 0xF0, 0xF0, 0xE2, 0xF0 };
	struct hb *b = start();

	rule(b, s);
	for (unsigned i = 0; i < 4; i++) {
		struct wire_packet p = packet(0, 0, 0, 512);

		p.base_opcode = opcode[i];
		p.base_psn = 10 + i;
		p.ackh_cum_psn = 5;
		if (opcode[i] == 0xF0)
			p.payload_len = 0;
		CU_ASSERT_EQUAL_FATAL(wire_encode(&wire_layout_default, &p, to_say[i],
						  sizeof(to_say[i]), &to_say_len[i]),
				      RES_OK);
	}
	to_say_count = 4;
	peer_advance(&b->h);
	CU_ASSERT_EQUAL(said, 4);
	return b;
}

static void test_acks(void)
{
	static const struct step drop = IMPAIR(ACKS(1, 1), DROP);
	static const struct step delay = IMPAIR_US(ACKS(0, 1), DELAY, 10);
	static const struct step twice = IMPAIR_US(ACKS(2, 9), DUPLICATE, 10);
	struct hb *b = speaking(&drop);

	CU_ASSERT_EQUAL_FATAL(sent.count, 3);
	CU_ASSERT(sent.psn[0] == 10 && sent.psn[1] == 12 && sent.psn[2] == 13);
	CU_ASSERT_EQUAL(sent.port, 1);
	CU_ASSERT_EQUAL(b->h.impairments[0].hits, 1);
	hb_free(b);

	b = speaking(&delay);
	b->link.now_ns += 9999;
	peer_advance(&b->h);
	CU_ASSERT_EQUAL(sent.count, 2);
	b->link.now_ns += 10000;
	peer_advance(&b->h);
	CU_ASSERT_EQUAL_FATAL(sent.count, 4);
	CU_ASSERT(sent.psn[2] == 10 && sent.psn[3] == 11);
	hb_free(b);

	b = speaking(&twice);
	CU_ASSERT_EQUAL(sent.count, 4);
	b->link.now_ns += 10000;
	peer_advance(&b->h);
	CU_ASSERT_EQUAL_FATAL(sent.count, 5);
	CU_ASSERT_EQUAL(sent.psn[4], 13);
	hb_free(b);
}

/* An ACK that leaves marked or broken, not one that does not leave. */
static void test_altered_acks(void)
{
	static const struct step mark = IMPAIR(ACKS(2, 2), CE);
	static const struct step corrupt = IMPAIR(ACKS(2, 2), CORRUPT);
	struct wire_packet p;
	struct hb *b = speaking(&mark);

	CU_ASSERT_EQUAL_FATAL(sent.count, 4);
	CU_ASSERT_EQUAL(wire_decode(&wire_layout_default, 4791, sent.frame, sent.len, &p, NULL),
			RES_OK);
	CU_ASSERT_EQUAL(p.base_psn, 13);
	CU_ASSERT_EQUAL(p.ipv4_ecn, 3);
	hb_free(b);

	b = speaking(&corrupt);
	CU_ASSERT_EQUAL_FATAL(sent.count, 4);
	CU_ASSERT_EQUAL(wire_decode(&wire_layout_default, 4791, sent.frame, sent.len, &p, NULL),
			RES_E_CRC);
	hb_free(b);
}

void suite_harness_impair_act(void)
{
	CU_pSuite s = CU_add_suite("harness_impair_act", NULL, NULL);

	CU_ADD_TEST(s, test_ce);
	CU_ADD_TEST(s, test_corrupt);
	CU_ADD_TEST(s, test_corrupt_small);
	CU_ADD_TEST(s, test_trim);
	CU_ADD_TEST(s, test_trim_nothing);
	CU_ADD_TEST(s, test_delay);
	CU_ADD_TEST(s, test_duplicate);
	CU_ADD_TEST(s, test_mute);
	CU_ADD_TEST(s, test_acks);
	CU_ADD_TEST(s, test_altered_acks);
}
