/* Golden frames: decoding gives the values typed from the profile, encoding those values gives
 * exactly the bytes, and no bit may change unnoticed.  Expected values come from tests/golden
 * alone, never from the codec. */
#include "reference/wire/wire.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

void suite_wire_golden(void);

enum { FRAME_BYTES = 200, FIELDS = 48 };

struct value {
	enum wire_field_id field;
	uint64_t value;
};
static const struct golden {
	const char *name;
	enum wire_kind kind;
	int ip_version;
	const char *bytes, *payload, *ipv6_src, *ipv6_dst, *sack;
	struct value values[FIELDS]; /* fields not 0; ends with value 0 */
} goldens[] = {
#define FRAME(name, kind, ip_version, bytes, payload, src, dst, sack, ...) \
	{ #name, PKT_##kind, ip_version, bytes, payload, src, dst, sack, { __VA_ARGS__ } },
#include "tests/golden/frames.def"
};
enum { GOLDENS = sizeof(goldens) / sizeof(goldens[0]) };

static size_t from_hex(const char *hex, uint8_t *out)
{
	size_t digits = 0;

	for (; *hex != '\0'; hex++) {
		unsigned v;

		if (*hex == ' ')
			continue;
		v = (unsigned)(*hex <= '9' ? *hex - '0' : *hex - 'a' + 10);
		out[digits / 2] = (uint8_t)(digits % 2 == 0 ? v << 4 : out[digits / 2] | v);
		digits++;
	}
	return digits / 2;
}

/* The two codecs: the default layout straight and by table. */
static const struct wire_layout *layout(int i)
{
	static struct wire_layout walked;

	walked = wire_layout_default;
	walked.is_default = false;
	return i == 0 ? &wire_layout_default : &walked;
}

static uint64_t expected(const struct golden *g, enum wire_field_id f)
{
	for (const struct value *v = g->values; v->value != 0; v++)
		if (v->field == f)
			return v->value;
	return 0;
}

static void complain(const struct golden *g, const char *what)
{
	fprintf(stderr, "%s: %s\n", g->name, what);
	CU_FAIL("see above");
}

static void check_values(const struct golden *g, const struct wire_packet *p)
{
	for (unsigned f = 0; f < WIRE_FIELDS; f++) {
		enum wire_field_id id = (enum wire_field_id)f;

		if (wire_has(p, id) ? wire_get(p, id) != expected(g, id) : expected(g, id) != 0)
			complain(g, wire_fields[f].name);
	}
}

static void check_bytes(const struct golden *g, const char *hex, const uint8_t *seen, size_t len)
{
	uint8_t want[FRAME_BYTES] = { 0 };

	if (from_hex(hex, want) != len || (len > 0 && memcmp(want, seen, len) != 0))
		complain(g, "a byte string differs");
}

static void decode_one(const struct golden *g, const struct wire_layout *l)
{
	uint8_t frame[FRAME_BYTES];
	size_t len = from_hex(g->bytes, frame);
	struct wire_packet p;
	struct wire_error err;

	if (wire_decode(l, 4791, frame, len, &p, &err) != RES_OK || p.kind != g->kind)
		complain(g, "not decoded");
	check_values(g, &p);
	check_bytes(g, g->payload, p.payload, p.payload_len);
	if (g->ip_version == 6) {
		check_bytes(g, g->ipv6_src, p.ipv6_src, 16);
		check_bytes(g, g->ipv6_dst, p.ipv6_dst, 16);
	}
	if (g->kind == PKT_ACK)
		check_bytes(g, g->sack, p.ackh_sack, 32);
}

static void test_decode(void)
{
	for (int i = 0; i < 2 * GOLDENS; i++)
		decode_one(&goldens[i / 2], layout(i % 2));
}

/* The packet of a golden, from its values alone; what the encoder computes is left wrong. */
static void packet_of(const struct golden *g, struct wire_packet *p, uint8_t *payload)
{
	static const enum wire_field_id computed[] = { eth_type,      vlan_type,   ipv4_version,
						       ipv4_ihl,      ipv4_length, ipv6_version,
						       ipv4_checksum, ipv6_length, udp_length,
						       base_pad,      crc_value };

	memset(p, 0, sizeof(*p));
	p->kind = PKT_UNKNOWN;
	p->headers = 1u << (g->ip_version == 4 ? wire_hdr_ipv4 : wire_hdr_ipv6);
	if (expected(g, eth_type) == 0x8100)
		p->headers |= 1u << wire_hdr_vlan;
	for (const struct value *v = g->values; v->value != 0; v++)
		CU_ASSERT_EQUAL(wire_set(p, v->field, v->value), RES_OK);
	for (size_t i = 0; i < sizeof(computed) / sizeof(computed[0]); i++)
		CU_ASSERT_EQUAL(wire_set(p, computed[i], wire_get(p, computed[i]) == 0), RES_OK);
	from_hex(g->ipv6_src, p->ipv6_src);
	from_hex(g->ipv6_dst, p->ipv6_dst);
	from_hex(g->sack, p->ackh_sack);
	p->payload_len = (uint32_t)from_hex(g->payload, payload);
	p->payload = payload;
}

static void encode_one(const struct golden *g, const struct wire_layout *l)
{
	uint8_t frame[FRAME_BYTES], payload[FRAME_BYTES];
	struct wire_packet p, before;
	size_t len = 0;

	packet_of(g, &p, payload);
	before = p;
	if (wire_encode(l, &p, frame, sizeof(frame), &len) != RES_OK)
		complain(g, "not encoded");
	check_bytes(g, g->bytes, frame, len);
	CU_ASSERT_EQUAL(memcmp(&before, &p, sizeof(p)), 0);
	CU_ASSERT_EQUAL(wire_encode(l, &p, frame, len - 1, &len), RES_E_SPACE);
}

static void test_encode(void)
{
	for (int i = 0; i < 2 * GOLDENS; i++)
		encode_one(&goldens[i / 2], layout(i % 2));
}

/* Every kind of headers.def has a golden frame. */
static void test_all_kinds(void)
{
	for (unsigned k = 0; k < WIRE_KINDS; k++) {
		int n = 0;

		for (int i = 0; i < GOLDENS; i++)
			n += goldens[i].kind == k;
		CU_ASSERT(n > 0);
	}
}

/* The profile states the frame size of the shortest packet (ENC-9). */
static void test_shortest(void)
{
	uint8_t frame[FRAME_BYTES];

	for (int i = 0; i < GOLDENS; i++)
		if (strcmp(goldens[i].name, "NOP") == 0)
			CU_ASSERT_EQUAL(from_hex(goldens[i].bytes, frame), 66);
}

/* What CRC-1 leaves out, as byte and mask from the IP header on. */
static bool is_masked(int ip_version, size_t byte, unsigned bit)
{
	if (ip_version == 4)
		return byte == 1 || byte == 8 || byte == 26 || byte == 27 || byte == 32;
	return (byte == 0 && bit < 4) || (byte >= 1 && byte <= 3) || byte == 7 || byte == 46 ||
	       byte == 47 || byte == 52;
}

/* A flipped bit inside the masked fields, the IPv4 header checksum and the UDP checksum being made
 * right or absent again, is taken; the same in any other place is found. */
static void flip_one(const struct golden *g, size_t ip, size_t byte, unsigned bit)
{
	uint8_t frame[FRAME_BYTES];
	size_t len = from_hex(g->bytes, frame), udp = ip + (g->ip_version == 4 ? 20 : 40);
	struct wire_packet p;
	enum result r;

	frame[ip + byte] = (uint8_t)(frame[ip + byte] ^ 1u << bit);
	if (g->ip_version == 4) {
		r = wire_decode(&wire_layout_default, 4791, frame, len, &p, NULL);
		if (byte < 20)
			CU_ASSERT_EQUAL(r, RES_E_FOREIGN); /* the checksum as it was */
		r = wire_seal(frame, len, WIRE_SEAL_IP);
		CU_ASSERT(r == RES_OK || byte == 0); /* a longer ihl leaves the frame */
	}
	if (ip + byte < udp + 6 || ip + byte > udp + 7)
		frame[udp + 6] = frame[udp + 7] = 0;
	else
		CU_ASSERT_EQUAL(wire_seal(frame, len, WIRE_SEAL_UDP), RES_OK);
	r = wire_decode(&wire_layout_default, 4791, frame, len, &p, NULL);
	if (is_masked(g->ip_version, byte, bit) ||
	    (g->ip_version == 4 && (byte == 10 || byte == 11))) {
		if (r != RES_OK)
			complain(g, "a masked bit matters");
	} else if (r != RES_E_CRC && r != RES_E_FOREIGN && r != RES_E_LENGTH) {
		complain(g, "a flipped bit was not seen");
	} else if (ip + byte >= udp + 8 && r != RES_E_CRC) {
		complain(g, "a flipped bit was not seen by the CRC");
	}
}

static void test_flips(void)
{
	for (int i = 0; i < GOLDENS; i++) {
		uint8_t frame[FRAME_BYTES];
		size_t len = from_hex(goldens[i].bytes, frame);
		size_t ip = frame[12] == 0x81 ? 18 : 14;

		for (size_t bit = 0; bit < (len - ip) * 8; bit++)
			flip_one(&goldens[i], ip, bit / 8, bit % 8);
	}
}

void suite_wire_golden(void)
{
	CU_pSuite s = CU_add_suite("wire_golden", NULL, NULL);

	CU_ADD_TEST(s, test_decode);
	CU_ADD_TEST(s, test_encode);
	CU_ADD_TEST(s, test_all_kinds);
	CU_ADD_TEST(s, test_shortest);
	CU_ADD_TEST(s, test_flips);
}
