/* The codec of loaded layouts: walks the rows of wire_fields at the places the layout gives.
 * Trusts the layout (wire_layout_check), never the bytes.  Slow and general; see codec.c for the
 * straight line. */
#include "reference/wire/wire.h"

#include "reference/wire/codec.h"

/* Field ids first_base .. last_base - 1 belong to a header; they are consecutive. */
enum {
#define HEADER(h, bytes, clause, doc)                      first_##h, back_##h = first_##h - 1,
#define FIELD(h, f, bit, width, base, policy, clause, doc) id_##h##_##f,
#define BYTES(h, f, bit, width, policy, clause, doc)       id_##h##_##f,
#define RSVD(h, bit, width, clause)                        id_##h##_rsvd##bit,
#define END(h, bytes)                                      past_##h, again_##h = past_##h - 1,
#include "reference/wire/headers.def"
};

static const struct {
	uint16_t first, past;
} fields_of[WIRE_HEADERS] = {
#define HEADER(h, bytes, clause, doc) [wire_hdr_##h] = { first_##h, past_##h },
#include "reference/wire/headers.def"
};

/* Bits of one byte at a time: how many of a field [bit, end) stand in the byte of `bit`. */
static unsigned bits_here(unsigned bit, unsigned end)
{
	unsigned left = 8 - bit % 8;

	return left < end - bit ? left : end - bit;
}

static uint64_t bits_take(const uint8_t *b, unsigned bit, unsigned width)
{
	uint64_t v = 0;

	for (unsigned end = bit + width, n; bit < end; bit += n) {
		n = bits_here(bit, end);
		v = v << n | ((unsigned)b[bit / 8] >> (8 - bit % 8 - n) & ((1u << n) - 1));
	}
	return v;
}

static void bits_put(uint8_t *b, unsigned bit, unsigned width, uint64_t v)
{
	for (unsigned end = bit + width, n; bit < end; bit += n) {
		n = bits_here(bit, end);
		unsigned part = (unsigned)(v >> (end - bit - n)) & ((1u << n) - 1);

		b[bit / 8] = (uint8_t)(b[bit / 8] | part << (8 - bit % 8 - n));
	}
}

static bool is_wide(const struct wire_field *row)
{
	return row->width > 32;
}

static void take_field(const struct wire_layout *l, unsigned f, const uint8_t *b,
		       struct wire_packet *out)
{
	const struct wire_field *row = &wire_fields[f];
	uint8_t *member = (uint8_t *)out + row->member;
	uint64_t v;
	uint32_t narrow;

	if (row->base == WIRE_BYTES) {
		memcpy(member, b + l->bit[f] / 8, row->width / 8);
		return;
	}
	v = bits_take(b, l->bit[f], l->width[f]);
	narrow = (uint32_t)v;
	if (is_wide(row))
		memcpy(member, &v, sizeof(v));
	else
		memcpy(member, &narrow, sizeof(narrow));
}

static enum result put_field(const struct wire_layout *l, unsigned f, uint8_t *b,
			     const struct wire_packet *p)
{
	const struct wire_field *row = &wire_fields[f];
	uint64_t v;

	if (row->base == WIRE_BYTES) {
		memcpy(b + l->bit[f] / 8, (const uint8_t *)p + row->member, row->width / 8);
		return RES_OK;
	}
	v = wire_get(p, (enum wire_field_id)f);
	if ((v & ~wire_ones(l->width[f])) != 0)
		return RES_E_RANGE;
	bits_put(b, l->bit[f], l->width[f], v);
	return RES_OK;
}

size_t wire_table_take(const struct wire_layout *l, const uint8_t *b, size_t len, uint32_t set,
		       struct wire_packet *out)
{
	size_t at = 0;

	for (unsigned i = 0; i < WIRE_HEADERS; i++) {
		unsigned h = l->order[i];

		if ((set >> h & 1) == 0)
			continue;
		if (len - at < l->header_bytes[h])
			return at;
		for (unsigned f = fields_of[h].first; f < fields_of[h].past; f++)
			take_field(l, f, b + at, out);
		out->headers |= 1u << h;
		at += l->header_bytes[h];
	}
	return at;
}

enum result wire_table_put(const struct wire_layout *l, uint8_t *b, uint32_t set,
			   const struct wire_packet *p)
{
	enum result r = RES_OK;

	for (unsigned i = 0; i < WIRE_HEADERS; i++) {
		unsigned h = l->order[i];

		if ((set >> h & 1) == 0)
			continue;
		memset(b, 0, l->header_bytes[h]);
		for (unsigned f = fields_of[h].first; f < fields_of[h].past && r == RES_OK; f++)
			r = put_field(l, f, b, p);
		b += l->header_bytes[h];
	}
	return r;
}
