/* Layouts: the default one, from headers.def, and the check a loaded one must pass before the
 * table codec may trust it.  The headers in front of BASE and the CRC stand alike in all. */
#include "reference/wire/wire.h"

#include "reference/wire/straight.h"

const struct wire_layout wire_layout_default = {
	.is_default = true,
	.bit = {
#define FIELD(h, f, bit, width, base, policy, clause, doc) [h##_##f] = (bit),
#define BYTES(h, f, bit, width, policy, clause, doc)       [h##_##f] = (bit),
#define RSVD(h, bit, width, clause)                        [h##_rsvd##bit] = (bit),
#include "reference/wire/headers.def"
	},
	.width = {
#define FIELD(h, f, bit, width, base, policy, clause, doc) [h##_##f] = (width),
#define BYTES(h, f, bit, width, policy, clause, doc)       [h##_##f] = (width),
#define RSVD(h, bit, width, clause)                        [h##_rsvd##bit] = (width),
#include "reference/wire/headers.def"
	},
	.header_bytes = {
#define HEADER(h, bytes, clause, doc) [wire_hdr_##h] = (bytes),
#include "reference/wire/headers.def"
	},
	.order = {
#define HEADER(h, bytes, clause, doc) [wire_hdr_##h] = wire_hdr_##h,
#include "reference/wire/headers.def"
	},
	.opcode = {
#define KIND(kind, op, flags, headers, clause, doc) [PKT_##kind] = (op),
#include "reference/wire/headers.def"
	},
};

/* Kind + 1 of each opcode of the default layout; two kinds with one opcode do not compile under
 * -Werror (initialiser overridden). */
static const uint8_t kind_of[256] = {
#define KIND(kind, op, flags, headers, clause, doc) [op] = PKT_##kind + 1,
#include "reference/wire/headers.def"
};

enum wire_kind wire_kind_of(const struct wire_layout *l, unsigned opcode)
{
	if (l->is_default)
		return opcode < 256 && kind_of[opcode] != 0 ? (enum wire_kind)(kind_of[opcode] - 1)
							    : PKT_UNKNOWN;
	for (unsigned k = 0; k < WIRE_KINDS; k++)
		if (l->opcode[k] == opcode)
			return (enum wire_kind)k;
	return PKT_UNKNOWN;
}

static bool is_fixed(enum wire_header_id h)
{
	return (WIRE_OUTER >> h & 1) != 0 || h == wire_hdr_crc;
}

/* A permutation: the outer headers and BASE first, the CRC last, PATH before REROUTE, because the
 * opcode and path_rerouted say what follows. */
static bool order_is_right(const struct wire_layout *l)
{
	uint32_t seen = 0;

	for (unsigned i = 0; i < WIRE_HEADERS; i++) {
		unsigned h = l->order[i];

		if (h >= WIRE_HEADERS || (seen >> h & 1) != 0)
			return false;
		if ((i <= wire_hdr_base || i == wire_hdr_crc) && h != i)
			return false;
		if (h == wire_hdr_reroute && (seen >> wire_hdr_path & 1) == 0)
			return false;
		seen |= 1u << h;
	}
	return true;
}

/* The headers of a packet must leave room for the largest payload in WIRE_FRAME_MAX. */
static bool sizes_are_right(const struct wire_layout *l)
{
	const size_t slack = 64;

	for (unsigned h = 0; h < WIRE_HEADERS; h++)
		if (is_fixed((enum wire_header_id)h) && l->header_bytes[h] != wire_headers[h].bytes)
			return false;
	for (unsigned k = 0; k < WIRE_KINDS; k++) {
		uint32_t set = wire_kinds[k].headers | 1u << wire_hdr_base | 1u << wire_hdr_path |
			       1u << wire_hdr_reroute;
		size_t was = 0, is = 0;

		for (unsigned h = 0; h < WIRE_HEADERS; h++) {
			was += (set >> h & 1) != 0 ? wire_headers[h].bytes : 0u;
			is += (set >> h & 1) != 0 ? l->header_bytes[h] : 0u;
		}
		if (is > was + slack)
			return false;
	}
	return true;
}

/* Whether a field stands inside its header and its value fits its member in struct wire_packet. */
static bool field_is_right(const struct wire_layout *l, enum wire_field_id f)
{
	const struct wire_field *row = &wire_fields[f];
	unsigned bit = l->bit[f], width = l->width[f];
	unsigned most = row->width <= 32 ? 32 : 64;

	if (is_fixed(row->header) && (bit != row->bit || width != row->width))
		return false;
	if (bit + width > l->header_bytes[row->header] * 8u)
		return false;
	if (row->base == WIRE_BYTES)
		return bit % 8 == 0 && width == row->width;
	return width <= most && (width > 0 || row->policy == WIRE_RESERVED);
}

static bool overlaps(const struct wire_layout *l, enum wire_field_id f, enum wire_field_id g)
{
	return wire_fields[f].header == wire_fields[g].header && l->width[f] > 0 &&
	       l->width[g] > 0 && l->bit[f] < l->bit[g] + l->width[g] &&
	       l->bit[g] < l->bit[f] + l->width[f];
}

static bool opcodes_are_right(const struct wire_layout *l)
{
	for (unsigned k = 0; k < WIRE_KINDS; k++) {
		if (l->width[base_opcode] < 8 && l->opcode[k] >> l->width[base_opcode] != 0)
			return false;
		for (unsigned j = 0; j < k; j++)
			if (l->opcode[j] == l->opcode[k])
				return false;
	}
	return true;
}

enum result wire_layout_check(const struct wire_layout *l, enum wire_field_id *where)
{
	enum wire_field_id unused = WIRE_FIELDS;

	where = where != NULL ? where : &unused;
	*where = WIRE_FIELDS;
	if (!order_is_right(l) || !sizes_are_right(l))
		return RES_E_RANGE;
	for (unsigned f = 0; f < WIRE_FIELDS; f++) {
		*where = (enum wire_field_id)f;
		if (!field_is_right(l, *where))
			return RES_E_RANGE;
		for (unsigned g = 0; g < f; g++)
			if (overlaps(l, *where, (enum wire_field_id)g))
				return RES_E_RANGE;
	}
	*where = base_opcode;
	if (!opcodes_are_right(l))
		return RES_E_RANGE;
	*where = WIRE_FIELDS;
	return RES_OK;
}
