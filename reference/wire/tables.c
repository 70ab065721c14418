/* The tables of the wire definition and access by field id.  Everything here is headers.def seen
 * from one more side; no number of the wire is typed in this file. */
#include "reference/wire/wire.h"

#include "reference/wire/straight.h"

#include <string.h>

_Static_assert(WIRE_HEADERS <= 32, "a set of headers is a uint32_t");

/* Offsets counted from the widths: an enumerator without a value is its predecessor plus one. */
enum {
#define HEADER(h, bytes, clause, doc) before_##h = -1,
#define FIELD(h, f, bit, width, base, policy, clause, doc) \
	at_##h##_##f, last_##h##_##f = at_##h##_##f + (width)-1,
#define BYTES(h, f, bit, width, policy, clause, doc) \
	at_##h##_##f, last_##h##_##f = at_##h##_##f + (width)-1,
#define RSVD(h, bit, width, clause) \
	at_##h##_rsvd##bit, last_##h##_rsvd##bit = at_##h##_rsvd##bit + (width)-1,
#define END(h, bytes) bits_##h,
#include "reference/wire/headers.def"
};

/* What the clause states and what the widths add up to must agree. */
#define FIELD(h, f, bit, width, base, policy, clause, doc) \
	_Static_assert(at_##h##_##f == (bit), #h "." #f " does not stand where stated");
#define BYTES(h, f, bit, width, policy, clause, doc)                                \
	_Static_assert(at_##h##_##f == (bit) && (bit) % 8 == 0 && (width) % 8 == 0, \
		       #h "." #f " does not stand where stated");
#define RSVD(h, bit, width, clause)                                  \
	_Static_assert(at_##h##_rsvd##bit == (bit) && (width) <= 32, \
		       #h ".rsvd" #bit " does not stand where stated");
#define END(h, bytes)                                                         \
	_Static_assert(bits_##h == (bytes)*8, #h " has not the stated size"); \
	_Static_assert(wire_size_##h == (bytes), #h " begins and ends with different sizes");
#include "reference/wire/headers.def"

const struct wire_field wire_fields[WIRE_FIELDS] = {
#define ROW(h, id, name_, doc_, clause_, base_, policy_, bit_, width_) \
	[id] = {                                                       \
		.name = name_,                                         \
		.doc = doc_,                                           \
		.clause = clause_,                                     \
		.header = wire_hdr_##h,                                \
		.base = base_,                                         \
		.policy = policy_,                                     \
		.bit = bit_,                                           \
		.width = width_,                                       \
		.member = offsetof(struct wire_packet, id),            \
	},
#define FIELD(h, f, bit, width, base, policy, clause, doc) \
	ROW(h, h##_##f, #h "." #f, doc, clause, WIRE_##base, WIRE_##policy, bit, width)
#define BYTES(h, f, bit, width, policy, clause, doc) \
	ROW(h, h##_##f, #h "." #f, doc, clause, WIRE_BYTES, WIRE_##policy, bit, width)
#define RSVD(h, bit, width, clause)                                                              \
	ROW(h, h##_rsvd##bit, #h ".rsvd" #bit, "Reserved", clause, WIRE_HEX, WIRE_RESERVED, bit, \
	    width)
#include "reference/wire/headers.def"
};

const struct wire_header wire_headers[WIRE_HEADERS] = {
#define HEADER(h, bytes_, clause_, doc_) \
	[wire_hdr_##h] = { .name = #h, .doc = doc_, .clause = clause_, .bytes = bytes_ },
#include "reference/wire/headers.def"
};

/* The short words of the KIND rows. */
enum { SEQ = WIRE_SEQ, PAY = WIRE_PAY, MSGK = WIRE_MSGK, RESP = WIRE_RESP };
enum {
	MSG = 1u << wire_hdr_msg,
	RECV = 1u << wire_hdr_recv,
	REMOTE = 1u << wire_hdr_remote,
	IMM = 1u << wire_hdr_imm,
	OPERAND = 1u << wire_hdr_operand,
	RESULT = 1u << wire_hdr_result,
	ACKH = 1u << wire_hdr_ackh,
	CLOSEH = 1u << wire_hdr_closeh
};

const struct wire_kind_info wire_kinds[WIRE_KINDS] = {
#define KIND(kind, opcode_, flags_, headers_, clause_, doc_) \
	[PKT_##kind] = {                                     \
		.name = #kind,                               \
		.doc = doc_,                                 \
		.clause = clause_,                           \
		.headers = headers_,                         \
		.opcode = opcode_,                           \
		.flags = flags_,                             \
	},
#include "reference/wire/headers.def"
};

const struct wire_value wire_statuses[STATUS_COUNT] = {
#define STATUS(name_, value_, clause_, doc_) \
	[value_] = { .name = #name_, .doc = doc_, .clause = clause_, .value = value_ },
#include "reference/wire/headers.def"
};

const struct wire_value wire_close_reasons[CLOSE_REASON_COUNT] = {
#define CLOSE_REASON(name_, value_, clause_, doc_) \
	[value_] = { .name = #name_, .doc = doc_, .clause = clause_, .value = value_ },
#include "reference/wire/headers.def"
};

enum wire_kind wire_kind_by_name(const char *name)
{
	for (unsigned k = 0; k < WIRE_KINDS; k++)
		if (strcmp(wire_kinds[k].name, name) == 0)
			return (enum wire_kind)k;
	return PKT_UNKNOWN;
}

enum wire_field_id wire_field_by_name(const char *name)
{
	for (unsigned f = 0; f < WIRE_FIELDS; f++)
		if (strcmp(wire_fields[f].name, name) == 0)
			return (enum wire_field_id)f;
	return WIRE_FIELDS;
}

bool wire_is_sequenced(enum wire_kind k)
{
	return k < WIRE_KINDS && (wire_kinds[k].flags & WIRE_SEQ) != 0;
}

bool wire_has_msg(enum wire_kind k)
{
	return k < WIRE_KINDS && (wire_kinds[k].headers & MSG) != 0;
}

uint64_t wire_get(const struct wire_packet *p, enum wire_field_id f)
{
	const struct wire_field *row = &wire_fields[f];
	const uint8_t *member = (const uint8_t *)p + row->member;
	uint64_t wide = 0;
	uint32_t narrow = 0;

	if (row->base == WIRE_BYTES) {
		for (unsigned i = 0; row->width <= 64 && i < row->width / 8u; i++)
			wide = wide << 8 | member[i];
		return wide;
	}
	if (row->width > 32) {
		memcpy(&wide, member, sizeof(wide));
		return wide;
	}
	memcpy(&narrow, member, sizeof(narrow));
	return narrow;
}

enum result wire_set(struct wire_packet *p, enum wire_field_id f, uint64_t value)
{
	const struct wire_field *row = &wire_fields[f];
	uint8_t *member = (uint8_t *)p + row->member;
	uint32_t narrow = (uint32_t)value;

	if (row->width > 64 || (value & ~wire_ones(row->width)) != 0)
		return RES_E_RANGE;
	if (row->base == WIRE_BYTES)
		for (unsigned i = row->width / 8u; i-- > 0; value >>= 8)
			member[i] = (uint8_t)value;
	else if (row->width > 32)
		memcpy(member, &value, sizeof(value));
	else
		memcpy(member, &narrow, sizeof(narrow));
	return RES_OK;
}

bool wire_has(const struct wire_packet *p, enum wire_field_id f)
{
	return f < WIRE_FIELDS && (p->headers >> wire_fields[f].header & 1) != 0;
}

unsigned wire_ecn(const struct wire_packet *p)
{
	if (p->headers & 1u << wire_hdr_ipv4)
		return p->ipv4_ecn;
	return p->headers & 1u << wire_hdr_ipv6 ? p->ipv6_ecn : 0;
}

int32_t wire_psn_diff(uint32_t a, uint32_t b)
{
	uint32_t d = (a - b) & 0xFFFFFF;

	return d < 0x800000 ? (int32_t)d : (int32_t)d - 0x1000000;
}

uint32_t wire_psn_add(uint32_t a, int32_t n)
{
	return (a + (uint32_t)n) & 0xFFFFFF;
}

bool wire_sack_get(const uint8_t sack[32], unsigned i)
{
	return (sack[i / 8] >> i % 8 & 1) != 0;
}

void wire_sack_set(uint8_t sack[32], unsigned i)
{
	sack[i / 8] = (uint8_t)(sack[i / 8] | 1u << i % 8);
}
