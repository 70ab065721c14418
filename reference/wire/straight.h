/* The straight-line codec of the default layout: one take and one put function per header, all
 * offsets constants from headers.def, so that each field costs a load and a shift.  Internal to
 * reference/wire.  Bounds are the caller's: a function reads or writes exactly its header. */
#ifndef REFERENCE_WIRE_STRAIGHT_H
#define REFERENCE_WIRE_STRAIGHT_H

#include "reference/wire/wire.h"

#include <string.h>

/* wire_size_base and so on: header sizes in bytes, as constants. */
enum wire_size {
#define HEADER(h, bytes, clause, doc) wire_size_##h = (bytes),
#include "reference/wire/headers.def"
};

/* Headers in front of BASE; they stand alike in every layout. */
enum {
	WIRE_OUTER = 1u << wire_hdr_eth | 1u << wire_hdr_vlan | 1u << wire_hdr_ipv4 |
		     1u << wire_hdr_ipv6 | 1u << wire_hdr_udp
};

/* Bytes touched by a field. */
#define WIRE_SPAN(bit, width) (((bit) % 8 + (width) + 7) / 8)
#define FIELD(h, f, bit, width, base, policy, clause, doc)                       \
	_Static_assert(WIRE_SPAN(bit, width) <= 4 || WIRE_SPAN(bit, width) == 8, \
		       #h "." #f " spans a number of bytes wire_load does not know");
#include "reference/wire/headers.def"

static inline uint64_t wire_load32(const uint8_t *b)
{
	return (uint64_t)b[0] << 24 | (uint64_t)b[1] << 16 | (uint64_t)b[2] << 8 | b[3];
}

/* A big-endian number of n bytes, 1..4 or 8.  No loop: n is a constant and folds away. */
static inline uint64_t wire_load(const uint8_t *b, unsigned n)
{
	switch (n) {
	case 1:
		return b[0];
	case 2:
		return (uint64_t)b[0] << 8 | b[1];
	case 3:
		return (uint64_t)b[0] << 16 | (uint64_t)b[1] << 8 | b[2];
	case 4:
		return wire_load32(b);
	default:
		return wire_load32(b) << 32 | wire_load32(b + 4);
	}
}

static inline void wire_or32(uint8_t *b, uint64_t v)
{
	b[0] |= (uint8_t)(v >> 24);
	b[1] |= (uint8_t)(v >> 16);
	b[2] |= (uint8_t)(v >> 8);
	b[3] |= (uint8_t)v;
}

/* Ors a big-endian number of n bytes into zeroed ones, so that fields may share a byte. */
static inline void wire_or(uint8_t *b, unsigned n, uint64_t v)
{
	switch (n) {
	case 1:
		b[0] |= (uint8_t)v;
		break;
	case 2:
		b[0] |= (uint8_t)(v >> 8);
		b[1] |= (uint8_t)v;
		break;
	case 3:
		b[0] |= (uint8_t)(v >> 16);
		b[1] |= (uint8_t)(v >> 8);
		b[2] |= (uint8_t)v;
		break;
	case 4:
		wire_or32(b, v);
		break;
	default:
		wire_or32(b, v >> 32);
		wire_or32(b + 4, v);
	}
}

static inline uint64_t wire_ones(unsigned width)
{
	return width < 64 ? ((uint64_t)1 << width) - 1 : UINT64_MAX;
}

static inline uint64_t wire_field_take(const uint8_t *b, unsigned bit, unsigned width)
{
	unsigned span = WIRE_SPAN(bit, width);

	return wire_load(b + bit / 8, span) >> (span * 8 - bit % 8 - width) & wire_ones(width);
}

/* Returns the bits of v that do not fit. */
static inline uint64_t wire_field_put(uint8_t *b, unsigned bit, unsigned width, uint64_t v)
{
	unsigned span = WIRE_SPAN(bit, width);

	wire_or(b + bit / 8, span, (v & wire_ones(width)) << (span * 8 - bit % 8 - width));
	return v & ~wire_ones(width);
}

/* void wire_take_base(const uint8_t *b, struct wire_packet *p) and so on.  The CRC alone does not
 * go this way: its bytes stand the other way round (wire_crc_take). */
#define HEADER(h, bytes, clause, doc)                                             \
	static inline void wire_take_##h(const uint8_t *b, struct wire_packet *p) \
	{
#define FIELD(h, f, bit, width, base, policy, clause, doc) \
	p->h##_##f = (__typeof__(p->h##_##f))wire_field_take(b, bit, width);
#define BYTES(h, f, bit, width, policy, clause, doc) memcpy(p->h##_##f, b + (bit) / 8, (width) / 8);
#define RSVD(h, bit, width, clause)                  p->h##_rsvd##bit = (uint32_t)wire_field_take(b, bit, width);
#define END(h, bytes)                     \
	p->headers |= 1u << wire_hdr_##h; \
	}
#include "reference/wire/headers.def"

/* uint64_t wire_put_base(uint8_t *b, const struct wire_packet *p) and so on: not 0 when a value
 * does not fit its field. */
#define HEADER(h, bytes, clause, doc)                                                \
	static inline uint64_t wire_put_##h(uint8_t *b, const struct wire_packet *p) \
	{                                                                            \
		uint64_t over = 0;                                                   \
                                                                                     \
		memset(b, 0, bytes);
#define FIELD(h, f, bit, width, base, policy, clause, doc) \
	over |= wire_field_put(b, bit, width, p->h##_##f);
#define BYTES(h, f, bit, width, policy, clause, doc) memcpy(b + (bit) / 8, p->h##_##f, (width) / 8);
#define RSVD(h, bit, width, clause)                  over |= wire_field_put(b, bit, width, p->h##_rsvd##bit);
#define END(h, bytes) \
	return over;  \
	}
#include "reference/wire/headers.def"

#endif
