/* Properties of the codecs on random packets, broken packets and shuffled layouts.  The seed is
 * fixed; a failure names its round. */
#include "tests/tools/wire_random.h"

#include <CUnit/CUnit.h>
#include <stdio.h>

void suite_wire_random(void);

enum { ROUNDS = 10000, LAYOUTS = 60, PER_LAYOUT = 20 };

static struct wire_layout walked_default(void)
{
	struct wire_layout l = wire_layout_default;

	l.is_default = false;
	return l;
}

static bool is_computed(unsigned f)
{
	static const enum wire_field_id computed[] = { eth_type,      vlan_type,   ipv4_version,
						       ipv4_ihl,      ipv4_length, ipv6_version,
						       ipv4_checksum, ipv6_length, udp_length,
						       base_pad,      crc_value };

	for (size_t i = 0; i < sizeof(computed) / sizeof(computed[0]); i++)
		if (computed[i] == f)
			return true;
	return false;
}

/* What was encoded comes back, computed fields apart. */
static bool came_back(const struct wire_packet *p, const struct wire_packet *q)
{
	if (p->kind != q->kind || p->payload_len != q->payload_len ||
	    (p->payload_len > 0 && memcmp(p->payload, q->payload, p->payload_len) != 0))
		return false;
	for (unsigned f = 0; f < WIRE_FIELDS; f++) {
		const struct wire_field *row = &wire_fields[f];
		const uint8_t *a = (const uint8_t *)p + row->member;
		const uint8_t *b = (const uint8_t *)q + row->member;
		size_t size = row->base == WIRE_BYTES ? row->width / 8u : row->width > 32 ? 8u : 4u;

		if (wire_has(q, (enum wire_field_id)f) && !is_computed(f) && memcmp(a, b, size))
			return false;
	}
	return true;
}

static void test_round_trip(void)
{
	struct wire_layout walked = walked_default();
	uint8_t payload[WIRE_RANDOM_PAYLOAD], a[WIRE_RANDOM_FRAME], b[WIRE_RANDOM_FRAME];
	uint64_t state = 1;

	for (int i = 0; i < ROUNDS; i++) {
		struct wire_packet p, q;
		size_t len_a = 0, len_b = 0;
		bool is_good;

		wire_random_packet(&state, &wire_layout_default, &p, payload);
		is_good = wire_encode(&wire_layout_default, &p, a, sizeof(a), &len_a) == RES_OK &&
			  wire_encode(&walked, &p, b, sizeof(b), &len_b) == RES_OK &&
			  len_a == len_b && memcmp(a, b, len_a) == 0 &&
			  wire_decode(&wire_layout_default, WIRE_RANDOM_PORT, a, len_a, &q, NULL) ==
				  RES_OK &&
			  came_back(&p, &q);
		if (!is_good)
			fprintf(stderr, "round trip %d\n", i);
		CU_ASSERT(is_good);
	}
}

/* Hurts a frame: some bits, perhaps its end, and perhaps makes the sums right again, so that every
 * check is reached behind the CRC too. */
static size_t hurt(uint64_t *state, uint8_t *frame, size_t len)
{
	static const unsigned seals[] = { 0, WIRE_SEAL_IP, WIRE_SEAL_IP | WIRE_SEAL_CRC,
					  WIRE_SEAL_IP | WIRE_SEAL_CRC | WIRE_SEAL_LENGTHS,
					  WIRE_SEAL_IP | WIRE_SEAL_CRC | WIRE_SEAL_LENGTHS |
						  WIRE_SEAL_UDP };
	unsigned flips = wire_random_below(state, 4);
	unsigned seal = seals[wire_random_below(state, 5)];

	while (flips-- > 0) {
		unsigned bit = wire_random_below(state, (unsigned)len * 8);

		frame[bit / 8] = (uint8_t)(frame[bit / 8] ^ 1u << bit % 8);
	}
	if (wire_random_below(state, 4) == 0)
		len = wire_random_below(state, (unsigned)len + 1);
	if (seal != 0 && wire_seal(frame, len, seal) == RES_E_LENGTH)
		return len; /* too broken to be sealed: sent as it is */
	return len;
}

static void test_codecs_agree(void)
{
	struct wire_layout walked = walked_default();
	uint8_t payload[WIRE_RANDOM_PAYLOAD], frame[WIRE_RANDOM_FRAME];
	unsigned seen[RESULT_COUNT] = { 0 };
	uint64_t state = 2;

	for (int i = 0; i < ROUNDS; i++) {
		struct wire_packet p, q;
		struct wire_error e = { .offset = 0 }, f = { .offset = 0 };
		enum result r;
		size_t len = 0;

		wire_random_packet(&state, &wire_layout_default, &p, payload);
		CU_ASSERT_EQUAL(wire_encode(&walked, &p, frame, sizeof(frame), &len), RES_OK);
		len = hurt(&state, frame, len);
		r = wire_decode(&wire_layout_default, WIRE_RANDOM_PORT, frame, len, &p, &e);
		CU_ASSERT_EQUAL(wire_decode(&walked, WIRE_RANDOM_PORT, frame, len, &q, &f), r);
		CU_ASSERT_EQUAL(memcmp(&p, &q, sizeof(p)), 0);
		CU_ASSERT(e.field == f.field && e.offset == f.offset);
		seen[r]++;
	}
	/* the damage reaches every answer the decoder has */
	CU_ASSERT(seen[RES_OK] > 100 && seen[RES_E_FOREIGN] > 100 && seen[RES_E_LENGTH] > 100);
	CU_ASSERT(seen[RES_E_CRC] > 100 && seen[RES_E_OPCODE] > 10);
}

/* Places the fields of one header in random order with random gaps and widths. */
static void shuffle_header(uint64_t *state, struct wire_layout *l, unsigned h)
{
	unsigned fields[WIRE_FIELDS], n = 0, bit = 0;

	for (unsigned f = 0; f < WIRE_FIELDS; f++)
		if (wire_fields[f].header == h)
			fields[n++] = f;
	for (unsigned i = 0; i < n; i++) {
		unsigned j = i + wire_random_below(state, n - i), f = fields[j];

		fields[j] = fields[i];
		bit += wire_random_below(state, 4);
		if (wire_fields[f].base == WIRE_BYTES)
			bit = (bit + 7) / 8 * 8;
		else if (l->width[f] < 31)
			l->width[f] = (uint16_t)(l->width[f] + wire_random_below(state, 2));
		l->bit[f] = (uint16_t)bit;
		bit += l->width[f];
	}
	l->header_bytes[h] = (uint16_t)((bit + 7) / 8);
}

static void shuffle_layout(uint64_t *state, struct wire_layout *l)
{
	*l = walked_default();
	for (unsigned h = wire_hdr_base; h < wire_hdr_crc; h++)
		shuffle_header(state, l, h);
	for (unsigned i = wire_hdr_reroute; i < wire_hdr_crc; i++) {
		unsigned j = i + wire_random_below(state, wire_hdr_crc - i);
		uint8_t h = l->order[i];

		l->order[i] = l->order[j];
		l->order[j] = h;
	}
	for (unsigned k = 0; k < WIRE_KINDS; k++)
		l->opcode[k] = (uint8_t)(wire_random_below(state, 16) * 16 + k);
}

static void test_shuffled_layouts(void)
{
	uint8_t payload[WIRE_RANDOM_PAYLOAD], frame[WIRE_RANDOM_FRAME];
	uint64_t state = 3;

	for (int i = 0; i < LAYOUTS * PER_LAYOUT; i++) {
		static struct wire_layout l;
		struct wire_packet p, q;
		size_t len = 0;

		if (i % PER_LAYOUT == 0)
			shuffle_layout(&state, &l);
		CU_ASSERT_EQUAL_FATAL(wire_layout_check(&l, NULL), RES_OK);
		wire_random_packet(&state, &l, &p, payload);
		CU_ASSERT_EQUAL(wire_encode(&l, &p, frame, sizeof(frame), &len), RES_OK);
		CU_ASSERT_EQUAL(wire_decode(&l, WIRE_RANDOM_PORT, frame, len, &q, NULL), RES_OK);
		CU_ASSERT(came_back(&p, &q));
	}
}

/* Sets one field to 0 and to 1: exactly its last bit may differ, the CRC and IP checksum apart. */
static void check_place(const struct wire_layout *l, struct wire_packet p, enum wire_field_id f)
{
	uint8_t a[WIRE_RANDOM_FRAME], b[WIRE_RANDOM_FRAME];
	size_t len = 0, at = 0, bit;
	enum wire_header_id h = wire_fields[f].header;

	if (wire_header_offset(l, &p, h, &at) != RES_OK || is_computed(f) || f == base_opcode ||
	    f == path_rerouted || wire_fields[f].width > 64)
		return;
	CU_ASSERT_EQUAL(wire_set(&p, f, 0), RES_OK);
	CU_ASSERT_EQUAL(wire_encode(l, &p, a, sizeof(a), &len), RES_OK);
	CU_ASSERT_EQUAL(wire_set(&p, f, 1), RES_OK);
	CU_ASSERT_EQUAL(wire_encode(l, &p, b, sizeof(b), &len), RES_OK);
	bit = at * 8 + l->bit[f] + l->width[f] - 1u;
	a[bit / 8] = (uint8_t)(a[bit / 8] | 0x80 >> bit % 8);
	if ((p.headers & 1u << wire_hdr_ipv4) != 0) {
		CU_ASSERT_EQUAL(wire_header_offset(l, &p, wire_hdr_ipv4, &at), RES_OK);
		memcpy(a + at + 10, b + at + 10, 2);
	}
	CU_ASSERT_EQUAL(memcmp(a, b, len - 4), 0);
}

static void test_places(void)
{
	uint8_t payload[WIRE_RANDOM_PAYLOAD];
	struct wire_layout l;
	struct wire_packet p;
	uint64_t state = 4;

	for (int i = 0; i < 200; i++) {
		shuffle_layout(&state, &l);
		wire_random_packet(&state, &wire_layout_default, &p, payload);
		for (unsigned f = 0; f < WIRE_FIELDS; f++)
			check_place(&wire_layout_default, p, (enum wire_field_id)f);
		p.base_opcode = l.opcode[p.kind];
		for (unsigned f = 0; f < WIRE_FIELDS; f++)
			check_place(&l, p, (enum wire_field_id)f);
	}
}

void suite_wire_random(void)
{
	CU_pSuite s = CU_add_suite("wire_random", NULL, NULL);

	CU_ADD_TEST(s, test_round_trip);
	CU_ADD_TEST(s, test_codecs_agree);
	CU_ADD_TEST(s, test_shuffled_layouts);
	CU_ADD_TEST(s, test_places);
}
