/* Impairments: which packets a rule means, whatever their order, and what the peer then gets.  The
 * file under test is built in here with the engine and the link's sending replaced, so that every
 * frame handed to either can be looked at. */
#define ref_input     spy_input
#define ref_output    spy_output
#define ref_deadline  spy_deadline
#define harness_send  spy_send
#define peer_advance  spied_advance
#define peer_deadline spied_deadline
#define impair_apply  spied_apply
#include "harness/run/peer.c"

#include "tests/unit/harness_bench.h"

void suite_harness_impair(void);

struct spied {
	unsigned count;
	unsigned port;
	uint8_t frame[2048];
	size_t len;
	uint32_t psn[64]; /* of each, as far as it can be read */
};
static struct spied heard, sent; /* by the peer, by the tester */
static uint8_t to_say[8][512];   /* what the peer has to say */
static size_t to_say_len[8];
static unsigned said, to_say_count;

static void note(struct spied *s, unsigned port, const uint8_t *frame, size_t len)
{
	struct wire_packet p;

	CU_ASSERT_FATAL(s->count < 64 && len <= sizeof(s->frame));
	memcpy(s->frame, frame, len);
	s->len = len;
	s->port = port;
	(void)!wire_decode(&wire_layout_default, 4791, frame, len, &p, NULL);
	s->psn[s->count++] = p.base_psn;
}

void spy_input(struct ref_endpoint *e, unsigned plane, const uint8_t *frame, size_t len,
	       uint64_t now_ns)
{
	(void)e, (void)now_ns;
	note(&heard, plane, frame, len);
}

void spy_send(struct harness *h, unsigned port, const uint8_t *frame, size_t len, bool is_crafted)
{
	(void)h;
	CU_ASSERT_FALSE(is_crafted);
	note(&sent, port, frame, len);
}

size_t spy_output(struct ref_endpoint *e, uint64_t now_ns, unsigned *plane, uint8_t *out,
		  size_t cap)
{
	(void)e, (void)now_ns, (void)cap;
	if (said == to_say_count)
		return 0;
	*plane = 1;
	memcpy(out, to_say[said], to_say_len[said]);
	return to_say_len[said++];
}

uint64_t spy_deadline(const struct ref_endpoint *e)
{
	(void)e;
	return 777;
}

static struct hb *start(void)
{
	static uint8_t engine;
	struct hb *b = hb_new(false);

	b->h.peer = (struct ref_endpoint *)(void *)&engine; /* never looked into */
	memset(&heard, 0, sizeof(heard));
	memset(&sent, 0, sizeof(sent));
	said = to_say_count = 0;
	return b;
}

static void rule(struct hb *b, const struct step *s)
{
	b->h.impairments[b->h.impairment_count++].step = s;
}

/* A packet of the device as it leaves: PSN k of its path, byte `offset` on of message m. */
static struct wire_packet packet(unsigned path, int k, int m, uint32_t offset)
{
	static const uint8_t bytes[256] = { 1, 2, 3 };

	return (struct wire_packet){
		.headers = 1u << wire_hdr_eth | 1u << wire_hdr_ipv4 | 1u << wire_hdr_udp,
		.ipv4_df = 1,
		.ipv4_ttl = 64,
		.ipv4_protocol = 17,
		.ipv4_ecn = 2,
		.udp_sport = 60000,
		.udp_dport = 4791,
		.base_opcode = 0xE2,
		.base_version = 1,
		.base_dst_conn = HB_TESTER,
		.base_psn = (uint32_t)(HB_DEVICE_PSN - 16 * (int)path + k) & 0xFFFFFF,
		.path_id = path,
		.msg_msn = (uint32_t)HB_MSN + (uint32_t)m,
		.msg_offset = offset,
		.msg_length = 600,
		.msg_last = offset + 256 >= 600,
		.payload = bytes,
		.payload_len = offset + 256 >= 600 ? 600 - offset : 256,
	};
}

static enum trace_fate leave_packet(struct hb *b, const struct wire_packet *p)
{
	uint8_t frame[2048];
	struct link_event ev = { .stamp_ns = b->link.now_ns, .port = (uint16_t)p->path_id };
	size_t len;

	CU_ASSERT_EQUAL_FATAL(wire_encode(&wire_layout_default, p, frame, sizeof(frame), &len),
			      RES_OK);
	ev.data = frame;
	ev.len = (uint32_t)len;
	return impair_apply(&b->h, trace_add(&b->h, &ev));
}

static enum trace_fate leave(struct hb *b, unsigned path, int k)
{
	struct wire_packet p = packet(path, k, 0, 0);

	return leave_packet(b, &p);
}

static void arrives(struct hb *b, unsigned path, int k)
{
	unsigned before = heard.count;

	CU_ASSERT_EQUAL(leave(b, path, k), FATE_ARRIVED);
	CU_ASSERT_EQUAL(heard.count, before + 1);
	CU_ASSERT_EQUAL(heard.port, path);
}

static void is_lost(struct hb *b, unsigned path, int k)
{
	unsigned before = heard.count;

	CU_ASSERT_EQUAL(leave(b, path, k), FATE_DROPPED);
	CU_ASSERT_EQUAL(heard.count, before);
}

static void test_nth(void)
{
	static const struct step s = IMPAIR(NTH(2), DROP);
	struct hb *b = start();

	rule(b, &s);
	arrives(b, 0, 0);
	arrives(b, 1, 0);
	arrives(b, 0, 0); /* a repair is no new packet */
	is_lost(b, 1, 1);
	arrives(b, 0, 1);
	arrives(b, 1, 1); /* only the first sending was meant */
	CU_ASSERT_EQUAL(b->h.impairments[0].hits, 1);
	hb_free(b);
}

static void test_repair_of_nth(void)
{
	static const struct step s = IMPAIR(REPAIR_OF_NTH(0, 2), DROP);
	struct hb *b = start();

	rule(b, &s);
	arrives(b, 1, 5);
	arrives(b, 0, 5);
	arrives(b, 1, 5); /* first repair */
	arrives(b, 0, 5);
	arrives(b, 0, 5); /* second, but of the other packet */
	is_lost(b, 1, 5);
	arrives(b, 1, 5);
	hb_free(b);
}

static void test_always(void)
{
	static const struct step s = IMPAIR(ALWAYS_NTH(1), DROP);
	struct hb *b = start();

	rule(b, &s);
	arrives(b, 0, 0);
	is_lost(b, 0, 1);
	is_lost(b, 0, 1);
	arrives(b, 0, 2);
	is_lost(b, 0, 1);
	arrives(b, 1, 1);
	hb_free(b);
}

/* By PSN, over its wrap, whatever order the packets leave in. */
static void test_on_path(void)
{
	static const struct step s = IMPAIR(ON_PATH(1, 19), DROP);
	struct hb *b = start();

	rule(b, &s);
	arrives(b, 1, 20);
	arrives(b, 0, 19);
	arrives(b, 1, 17);
	is_lost(b, 1, 19); /* 18 is PSN 0 */
	arrives(b, 1, 19);
	hb_free(b);
}

static void test_byte_of(void)
{
	static const struct step s = IMPAIR(BYTE_OF(1, 511), DROP);
	struct hb *b = start();
	struct wire_packet p[] = {
		packet(0, 0, 0, 256),                       /* message 0 */
		packet(1, 0, 1, 512),                       /* byte 512 on */
		packet(0, 1, 1, 256),                       /* other stream, below */
		packet(0, 2, 1, 0),   packet(1, 1, 1, 256), /* this one */
		packet(0, 3, 1, 256), /* the same byte under another PSN (rerouted) */
		packet(1, 1, 1, 256), /* repair */
	};

	p[2].msg_stream = 1;
	rule(b, &s);
	for (size_t i = 0; i < 7; i++)
		CU_ASSERT_EQUAL(leave_packet(b, &p[i]), i == 4 ? FATE_DROPPED : FATE_ARRIVED);
	hb_free(b);
}

static void test_last_of(void)
{
	static const struct step s = IMPAIR(LAST_OF(0), DROP);
	struct hb *b = start();
	struct wire_packet p[] = { packet(0, 0, 1, 512), packet(0, 1, 0, 256), packet(1, 0, 0, 512),
				   packet(1, 0, 0, 512) };

	rule(b, &s);
	for (size_t i = 0; i < 4; i++)
		CU_ASSERT_EQUAL(leave_packet(b, &p[i]), i == 2 ? FATE_DROPPED : FATE_ARRIVED);
	hb_free(b);
}

static void test_every(void)
{
	static const struct step s = IMPAIR(EVERY_NTH(3, 1), DROP);
	struct hb *b = start();

	rule(b, &s);
	for (int k = 0; k < 9; k++) {
		if (k % 3 == 1)
			is_lost(b, (unsigned)k & 1, k);
		else
			arrives(b, (unsigned)k & 1, k);
	}
	arrives(b, 1, 1); /* its repair */
	CU_ASSERT_EQUAL(b->h.impairments[0].hits, 3);
	hb_free(b);
}

static void test_range(void)
{
	static const struct step s = IMPAIR(NTH_RANGE(2, 3), DROP);
	struct hb *b = start();

	rule(b, &s);
	arrives(b, 0, 0);
	arrives(b, 1, 0);
	is_lost(b, 0, 1);
	is_lost(b, 1, 1);
	arrives(b, 0, 2);
	arrives(b, 1, 1);
	hb_free(b);
}

/* All packets of the path, PROBEs too: it is dead. */
static void test_whole_path(void)
{
	static const struct step s = IMPAIR(WHOLE_PATH(1), DROP);
	struct hb *b = start();
	struct wire_packet probe = packet(1, 0, 0, 0);

	probe.base_opcode = 0xF1;
	probe.payload_len = 0;
	rule(b, &s);
	is_lost(b, 1, 0);
	arrives(b, 0, 0);
	is_lost(b, 1, 0);
	is_lost(b, 1, 1);
	CU_ASSERT_EQUAL(leave_packet(b, &probe), FATE_DROPPED);
	probe.path_id = 0;
	CU_ASSERT_EQUAL(leave_packet(b, &probe), FATE_ARRIVED);
	CU_ASSERT_EQUAL(heard.count, 2);
	hb_free(b);
}

static void test_axis(void)
{
	static const struct step s = IMPAIR(NTH(AXIS(1)), DROP);
	struct hb *b = start();

	b->choice.axis = 1;
	rule(b, &s);
	arrives(b, 0, 0);
	arrives(b, 0, 1);
	is_lost(b, 0, 2);
	hb_free(b);
}

/* The first rule that means a packet acts; the other still has its own. */
static void test_two_rules(void)
{
	static const struct step first = IMPAIR(NTH(1), DROP);
	static const struct step second = IMPAIR(NTH_RANGE(0, 1), CE);
	struct hb *b = start();

	rule(b, &first);
	rule(b, &second);
	CU_ASSERT_EQUAL(leave(b, 0, 0), FATE_ARRIVED);
	CU_ASSERT_EQUAL(leave(b, 0, 1), FATE_DROPPED);
	CU_ASSERT_EQUAL(b->h.impairments[0].hits, 1);
	CU_ASSERT_EQUAL(b->h.impairments[1].hits, 1);
	hb_free(b);
}

/* A rule about a repair binds to its packet though another rule takes the first sending. */
static void test_rule_behind_rule(void)
{
	static const struct step first = IMPAIR(NTH(0), DROP);
	static const struct step repair = IMPAIR(REPAIR_OF_NTH(0, 1), DROP);
	struct hb *b = start();

	rule(b, &first);
	rule(b, &repair);
	is_lost(b, 0, 0);
	is_lost(b, 0, 0);
	arrives(b, 0, 0);
	hb_free(b);
}

/* What the peer got when this was done to a packet of 256 bytes. */
static enum result done_to(const struct step *s, bool is_v6, struct wire_packet *got,
			   enum trace_fate fate)
{
	struct hb *b = start();
	struct wire_packet p = packet(0, 0, 0, 0);
	enum result r;

	if (is_v6) {
		p.headers = 1u << wire_hdr_eth | 1u << wire_hdr_vlan | 1u << wire_hdr_ipv6 |
			    1u << wire_hdr_udp;
		p.ipv6_next = 17;
		p.ipv6_hops = 64;
		p.ipv6_ecn = 2;
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
	CU_ASSERT_EQUAL(p.ipv4_dscp, 0);
	CU_ASSERT_EQUAL(p.payload_len, 256);
	CU_ASSERT_EQUAL(done_to(&s, true, &p, FATE_ARRIVED), RES_OK);
	CU_ASSERT_EQUAL(p.ipv6_ecn, 3);
	CU_ASSERT_EQUAL(p.ipv6_dscp, 0);
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

void suite_harness_impair(void)
{
	CU_pSuite s = CU_add_suite("harness_impair", NULL, NULL);

	CU_ADD_TEST(s, test_nth);
	CU_ADD_TEST(s, test_repair_of_nth);
	CU_ADD_TEST(s, test_always);
	CU_ADD_TEST(s, test_on_path);
	CU_ADD_TEST(s, test_byte_of);
	CU_ADD_TEST(s, test_last_of);
	CU_ADD_TEST(s, test_every);
	CU_ADD_TEST(s, test_range);
	CU_ADD_TEST(s, test_whole_path);
	CU_ADD_TEST(s, test_axis);
	CU_ADD_TEST(s, test_two_rules);
	CU_ADD_TEST(s, test_rule_behind_rule);
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
