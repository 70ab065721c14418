/* Wrong packets of SEND steps: each edit changes what it says and nothing else, and what is sealed
 * again is right again. */
#include "tests/unit/harness_bench.h"

void suite_harness_edit(void);

enum { IP = 14, UDP = IP + 20, BASE = UDP + 8, PAYLOAD_AT = BASE + 12 + 8 + 16 + 12 };

/* The frame of a step, next to the one the step without its edits makes. */
static const struct trace_packet *edited(struct hb *b, const struct step *s)
{
	static const struct step plain = SEND(WRITE, PSN(0), MSN(0), PAYLOAD(5), AT(0));
	const struct trace_packet *p, *q;

	b->h.crafted = 0; /* the same time stamp */
	p = hb_step(b, &plain);
	CU_ASSERT_EQUAL_FATAL(p->decoded, RES_OK);
	CU_ASSERT_EQUAL_FATAL(p->len, PAYLOAD_AT + 5 + 3 + 4);
	b->h.crafted = 0;
	q = hb_step(b, s);
	CU_ASSERT(p->len != q->len || memcmp(p->frame, q->frame, p->len));
	return q;
}

/* Bytes in which the frame differs from the plain one before it; CRC not counted. */
static unsigned changed(const struct hb *b, const struct trace_packet *t, size_t *where)
{
	const struct trace_packet *plain = b->h.trace.at[b->h.trace.count - 2];
	unsigned count = 0;

	for (size_t i = 0; i < t->len - 4 && i < plain->len - 4; i++) {
		if (plain->frame[i] == t->frame[i])
			continue;
		if (!count++)
			*where = i;
	}
	return count;
}

#define EDIT(...) SEND(WRITE, PSN(0), MSN(0), PAYLOAD(5), AT(0), __VA_ARGS__)

static void test_flip(void)
{
	static const struct step ttl = EDIT(IS(W_FLIP, 8 * 8 + 7)); /* TTL: outside the CRC */
	static const struct step conn = EDIT(FLIP_FIELD(base_dst_conn));
	static const struct step sealed = EDIT(FLIP_FIELD(base_dst_conn), SEAL(WIRE_SEAL_CRC));
	struct hb *b = hb_new(false);
	const struct trace_packet *t = edited(b, &ttl);
	size_t at = 0;

	CU_ASSERT_EQUAL(changed(b, t, &at), 1);
	CU_ASSERT_EQUAL(at, IP + 8);
	CU_ASSERT_EQUAL(t->frame[IP + 8], 65);
	t = edited(b, &conn);
	CU_ASSERT_EQUAL(t->decoded, RES_E_CRC);
	CU_ASSERT_EQUAL(changed(b, t, &at), 1);
	CU_ASSERT_EQUAL(at, BASE + 7);
	t = edited(b, &sealed);
	CU_ASSERT_EQUAL(t->decoded, RES_OK);
	CU_ASSERT_EQUAL(t->p.base_dst_conn, 0x222223);
	hb_free(b);
}

static void test_reserved(void)
{
	static const struct step s = EDIT(FLIP_FIELD(base_rsvd65), SEAL(WIRE_SEAL_CRC));
	static const struct step byte4 = EDIT(FLIP_FIELD(base_rsvd32)); /* outside the CRC */
	struct hb *b = hb_new(false);
	const struct trace_packet *t = edited(b, &s);
	size_t at = 0;

	CU_ASSERT_EQUAL(t->decoded, RES_OK);
	CU_ASSERT_EQUAL(t->p.base_rsvd65, 1);
	CU_ASSERT_EQUAL(t->p.base_ack_req, 0);
	t = edited(b, &byte4);
	CU_ASSERT_EQUAL(t->decoded, RES_OK);
	CU_ASSERT_EQUAL(changed(b, t, &at), 1);
	CU_ASSERT_EQUAL(at, BASE + 4);
	hb_free(b);
}

static void test_lengths(void)
{
	static const struct step cut = EDIT(IS(W_CUT, 2));
	static const struct step cut_sealed =
		EDIT(IS(W_CUT, 4), SEAL(WIRE_SEAL_LENGTHS | WIRE_SEAL_IP | WIRE_SEAL_CRC));
	static const struct step grown =
		EDIT(IS(W_GROW, 4), SEAL(WIRE_SEAL_LENGTHS | WIRE_SEAL_IP | WIRE_SEAL_CRC));
	static const struct step ip = EDIT(FLIP_FIELD(ipv4_length), SEAL(WIRE_SEAL_IP));
	struct hb *b = hb_new(false);
	const struct trace_packet *t = edited(b, &cut);

	CU_ASSERT_EQUAL(t->len, PAYLOAD_AT + 10);
	CU_ASSERT_EQUAL(t->decoded, RES_E_LENGTH);
	t = edited(b, &cut_sealed);
	CU_ASSERT_EQUAL(t->len, PAYLOAD_AT + 8);
	CU_ASSERT_EQUAL(t->p.ipv4_length, PAYLOAD_AT + 8 - IP);
	CU_ASSERT_EQUAL(t->p.udp_length, PAYLOAD_AT + 8 - UDP);
	t = edited(b, &grown);
	CU_ASSERT_EQUAL(t->len, PAYLOAD_AT + 16);
	CU_ASSERT_EQUAL(t->p.ipv4_length, PAYLOAD_AT + 16 - IP);
	CU_ASSERT_EQUAL(edited(b, &ip)->decoded, RES_E_LENGTH);
	hb_free(b);
}

static void test_trailer(void)
{
	static const struct step s = EDIT(IS(W_TRAILER, 6));
	struct hb *b = hb_new(false);
	const struct trace_packet *t = edited(b, &s);
	size_t at = 0;

	CU_ASSERT_EQUAL(t->len, PAYLOAD_AT + 12 + 6);
	CU_ASSERT_EQUAL(t->decoded, RES_OK); /* ENC-10: a trailer is no part of the datagram */
	CU_ASSERT_EQUAL(t->p.payload_len, 5);
	CU_ASSERT_EQUAL(changed(b, t, &at), 0);
	hb_free(b);
}

static void test_pad(void)
{
	static const struct step s = EDIT(IS(W_PAD_VALUE, 0xA5), SEAL(WIRE_SEAL_CRC));
	struct hb *b = hb_new(false);
	const struct trace_packet *t = edited(b, &s);
	size_t at = 0;

	CU_ASSERT_EQUAL(t->decoded, RES_OK); /* HDR-2: ignored on receipt */
	CU_ASSERT_EQUAL(changed(b, t, &at), 3);
	CU_ASSERT_EQUAL(at, PAYLOAD_AT + 5);
	CU_ASSERT_EQUAL(t->frame[PAYLOAD_AT + 7], 0xA5);
	hb_free(b);
}

static uint32_t stored_crc(const struct trace_packet *t)
{
	const uint8_t *c = t->frame + t->len - 4;

	return (uint32_t)c[0] | (uint32_t)c[1] << 8 | (uint32_t)c[2] << 16 | (uint32_t)c[3] << 24;
}

static void test_crc(void)
{
	static const struct step wrong = EDIT(IS(W_NO_CRC, 0x80000001));
	static const struct step swapped = EDIT(IS(W_SWAP_CRC, 1));
	static const struct step last = EDIT(IS(W_NO_CRC, 1), SEAL(WIRE_SEAL_CRC));
	struct hb *b = hb_new(false);
	const struct trace_packet *t = edited(b, &wrong);
	uint32_t right = stored_crc(b->h.trace.at[b->h.trace.count - 2]);

	CU_ASSERT_EQUAL(t->decoded, RES_E_CRC);
	CU_ASSERT_EQUAL(stored_crc(t), right ^ 0x80000001u);
	t = edited(b, &swapped);
	CU_ASSERT_EQUAL(t->decoded, RES_E_CRC);
	CU_ASSERT_EQUAL(stored_crc(t), __builtin_bswap32(right));
	CU_ASSERT_EQUAL(edited(b, &last)->decoded, RES_E_CRC); /* sealing does not undo it */
	hb_free(b);
}

/* Sum of the IPv4 header's words: all ones when its checksum is right. */
static uint32_t header_sum(const uint8_t *ip)
{
	uint32_t sum = 0;

	for (size_t i = 0; i < (ip[0] & 15u) * 4; i += 2)
		sum += (uint32_t)ip[i] << 8 | ip[i + 1];
	return (sum & 0xFFFF) + (sum >> 16);
}

static void test_ip_option(void)
{
	static const struct step s = EDIT(IS(W_IP_OPTION, 1), SEAL(WIRE_SEAL_CRC));
	struct hb *b = hb_new(false);
	const struct trace_packet *t = edited(b, &s);

	CU_ASSERT_EQUAL(t->len, PAYLOAD_AT + 12 + 4);
	CU_ASSERT_EQUAL(t->frame[IP], 0x46);
	CU_ASSERT(!memcmp(t->frame + IP + 20, "\1\1\1\1", 4));
	CU_ASSERT_EQUAL(t->frame[IP + 3], t->len - IP);
	CU_ASSERT_EQUAL(t->frame[UDP + 4 + 5], t->len - UDP - 4);
	CU_ASSERT_EQUAL(header_sum(t->frame + IP), 0xFFFF);
	CU_ASSERT_EQUAL(stored_crc(t), wire_crc(t->frame + IP, t->len - IP - 4));
	hb_free(b);
}

static void test_ip_checksum(void)
{
	static const struct step s = EDIT(FLIP_FIELD(ipv4_checksum));
	static const struct step dscp = EDIT(FLIP_FIELD(ipv4_dscp), SEAL(WIRE_SEAL_IP));
	struct hb *b = hb_new(false);

	CU_ASSERT_NOT_EQUAL(header_sum(edited(b, &s)->frame + IP), 0xFFFF);
	CU_ASSERT_EQUAL(header_sum(edited(b, &dscp)->frame + IP), 0xFFFF);
	CU_ASSERT_EQUAL(b->h.trace.at[b->h.trace.count - 1]->p.ipv4_dscp, 1);
	CU_ASSERT_EQUAL(b->h.trace.at[b->h.trace.count - 1]->decoded, RES_OK);
	hb_free(b);
}

/* Behind a tag everything stands four bytes later. */
static void test_tagged(void)
{
	static const struct step plain = EDIT(IS(W_VLAN, 5));
	static const struct step flip = EDIT(IS(W_VLAN, 5), IS(W_FLIP, 0));
	static const struct step field =
		EDIT(IS(W_VLAN, 5), FLIP_FIELD(msg_msn), SEAL(WIRE_SEAL_CRC));
	struct hb *b = hb_new(false);

	CU_ASSERT_EQUAL(edited(b, &plain)->frame[18], 0x45);
	CU_ASSERT_EQUAL(edited(b, &flip)->frame[18], 0xC5);
	CU_ASSERT_EQUAL(edited(b, &field)->p.msg_msn, 0xFFFFFFFE);
	hb_free(b);
}

/* An edit that cannot be made is the tester's error, not a packet without it. */
static void test_impossible(void)
{
	static const struct step steps[] = {
		EDIT(IS(W_CUT, 5000)),          EDIT(IS(W_CUT, -1)),
		EDIT(IS(W_GROW, 100000)),       EDIT(IS(W_FLIP, 100000)),
		EDIT(FLIP_FIELD(ackh_cum_psn)), EDIT(FLIP_FIELD(9999)),
	};

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		struct hb *b = hb_new(false);

		harness_step_send(&b->h, &steps[i]);
		CU_ASSERT_EQUAL(b->result.verdict, VERDICT_ERROR);
		CU_ASSERT_EQUAL(b->link.sent, 0);
		b->result.verdict = VERDICT_NONE;
		hb_free(b);
	}
}

void suite_harness_edit(void)
{
	CU_pSuite s = CU_add_suite("harness_edit", NULL, NULL);

	CU_ADD_TEST(s, test_flip);
	CU_ADD_TEST(s, test_reserved);
	CU_ADD_TEST(s, test_lengths);
	CU_ADD_TEST(s, test_trailer);
	CU_ADD_TEST(s, test_pad);
	CU_ADD_TEST(s, test_crc);
	CU_ADD_TEST(s, test_ip_option);
	CU_ADD_TEST(s, test_ip_checksum);
	CU_ADD_TEST(s, test_tagged);
	CU_ADD_TEST(s, test_impossible);
}
