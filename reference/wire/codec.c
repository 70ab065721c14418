/* Decoding and encoding of whole frames.  The headers from BASE on go by straight-line code in the
 * default layout and by the table walk in a loaded one; nothing here depends on which.  Checks only
 * what a packet says of itself: connections, windows and memory are the engine's. */
#include "reference/wire/wire.h"

#include "reference/wire/codec.h"

#define BIT(h) (1u << wire_hdr_##h)

enum { FIXED = WIRE_OUTER | BIT(base) | BIT(path) | BIT(crc) };

size_t wire_straight_take(const uint8_t *b, size_t len, uint32_t set, struct wire_packet *out)
{
	size_t at = 0;

#define HEADER(h, bytes, clause, doc)       \
	if ((set & BIT(h)) != 0) {          \
		if (len - at < (bytes))     \
			return at;          \
		wire_take_##h(b + at, out); \
		at += (bytes);              \
	}
#include "reference/wire/headers.def"
	return at;
}

enum result wire_straight_put(uint8_t *b, uint32_t set, const struct wire_packet *p)
{
	uint64_t over = 0;
	size_t at = 0;

#define HEADER(h, bytes, clause, doc)            \
	if ((set & BIT(h)) != 0) {               \
		over |= wire_put_##h(b + at, p); \
		at += (bytes);                   \
	}
#include "reference/wire/headers.def"
	return over == 0 ? RES_OK : RES_E_RANGE;
}

static size_t take(const struct wire_layout *l, const uint8_t *b, size_t len, uint32_t set,
		   struct wire_packet *out)
{
	return l->is_default ? wire_straight_take(b, len, set, out)
			     : wire_table_take(l, b, len, set, out);
}

/* Headers that follow PATH. */
static uint32_t headers_after_path(const struct wire_packet *p, enum wire_kind k)
{
	uint32_t set = p->path_rerouted != 0 ? BIT(reroute) : 0u;

	return k == PKT_UNKNOWN ? set : set | wire_kinds[k].headers;
}

static size_t bytes_of(const struct wire_layout *l, uint32_t set)
{
	size_t sum = 0;

	for (; set != 0; set &= set - 1)
		sum += l->header_bytes[__builtin_ctz(set)];
	return sum;
}

/* What stands between headers and CRC: payload and pad.  ENC-9, ENC-10. */
static enum result take_payload(const uint8_t *frame, size_t from, size_t to, enum result so_far,
				struct wire_packet *out, struct wire_error *err)
{
	size_t rest = to - from;
	bool may_carry = (wire_kinds[out->kind].flags & WIRE_PAY) != 0;

	out->payload = frame + from;
	out->payload_len = (uint32_t)rest;
	if (rest % 4 != 0 || out->base_pad > 3 || out->base_pad > rest || (!may_carry && rest > 0))
		return wire_blame(so_far, RES_E_LENGTH, err, base_pad, to);
	out->payload_len -= (uint32_t)out->base_pad;
	return so_far;
}

/* From BASE to the CRC; so_far is what the outer headers gave. */
static enum result decode_body(const struct wire_layout *l, const uint8_t *frame,
			       const struct wire_frame *at, enum result so_far,
			       struct wire_packet *out, struct wire_error *err)
{
	size_t end = at->end < at->body + 4 ? at->body : at->end - 4, from = at->body;
	size_t least = bytes_of(l, BIT(base) | BIT(path));
	uint32_t set = 0;

	from += take(l, frame + from, end - from, BIT(base) | BIT(path), out);
	if (end - at->body < least)
		return wire_blame(so_far, RES_E_LENGTH, err, WIRE_FIELDS, at->end);
	out->crc_value = wire_crc_take(frame + end);
	out->headers |= BIT(crc);
	if (so_far == RES_OK && wire_crc(frame + at->ip, end - at->ip) != out->crc_value)
		so_far = wire_blame(so_far, RES_E_CRC, err, crc_value, end);
	out->kind = wire_kind_of(l, (unsigned)out->base_opcode);
	set = headers_after_path(out, out->kind);
	from += take(l, frame + from, end - from, set, out);
	if (out->kind == PKT_UNKNOWN) {
		out->payload = frame + from;
		out->payload_len = (uint32_t)(end - from);
		return wire_blame(so_far, RES_E_OPCODE, err, base_opcode, at->body);
	}
	if ((out->headers & set) != set)
		return wire_blame(so_far, RES_E_LENGTH, err, WIRE_FIELDS, end);
	return take_payload(frame, from, end, so_far, out, err);
}

enum result wire_decode(const struct wire_layout *l, uint16_t udp_port, const uint8_t *frame,
			size_t len, struct wire_packet *out, struct wire_error *err)
{
	struct wire_error unused = { .field = WIRE_FIELDS };
	struct wire_frame at;
	enum result r;

	err = err != NULL ? err : &unused;
	*err = (struct wire_error){ .field = WIRE_FIELDS };
	memset(out, 0, sizeof(*out));
	out->kind = PKT_UNKNOWN;
	r = wire_frame_open(udp_port, frame, len, out, &at, err);
	return at.body != 0 ? decode_body(l, frame, &at, r, out, err) : r;
}

/* The headers an encoded p has, CRC included. */
static uint32_t encoded_headers(const struct wire_layout *l, const struct wire_packet *p)
{
	uint32_t outer = p->headers & (BIT(vlan) | BIT(ipv4) | BIT(ipv6));
	enum wire_kind k = wire_kind_of(l, (unsigned)p->base_opcode);
	uint32_t set = headers_after_path(p, k);

	if (k == PKT_UNKNOWN)
		set |= p->headers & ~(uint32_t)(FIXED | BIT(reroute));
	return outer | set | BIT(eth) | BIT(udp) | BIT(base) | BIT(path) | BIT(crc);
}

/* Fills in what is computed, whatever the caller's packet says.  datagram: UDP header to CRC. */
static void compute(struct wire_packet *q, size_t datagram, unsigned pad)
{
	bool is_v4 = (q->headers & BIT(ipv4)) != 0;
	uint32_t type = is_v4 ? 0x0800 : 0x86DD;

	q->eth_type = (q->headers & BIT(vlan)) != 0 ? 0x8100 : type;
	q->vlan_type = type;
	q->ipv4_version = 4;
	q->ipv4_ihl = wire_size_ipv4 / 4;
	q->ipv4_length = (uint32_t)(wire_size_ipv4 + datagram);
	q->ipv4_checksum = 0;
	q->ipv6_version = 6;
	q->ipv6_length = (uint32_t)datagram;
	q->udp_length = (uint32_t)datagram;
	q->base_pad = pad;
}

enum result wire_encode(const struct wire_layout *l, const struct wire_packet *p, uint8_t *out,
			size_t cap, size_t *len)
{
	struct wire_packet q = *p;
	unsigned pad = (4 - p->payload_len % 4) % 4;
	uint32_t ips = p->headers & (BIT(ipv4) | BIT(ipv6)), inner;
	size_t before, headers, total;
	enum result r;

	if (ips != BIT(ipv4) && ips != BIT(ipv6))
		return RES_E_RANGE;
	q.headers = encoded_headers(l, p);
	inner = q.headers & ~(uint32_t)(WIRE_OUTER | BIT(crc));
	before = bytes_of(l, q.headers & WIRE_OUTER);
	headers = bytes_of(l, inner);
	total = before + headers + q.payload_len + pad + wire_size_crc;
	if (total > cap)
		return RES_E_SPACE;
	compute(&q, wire_size_udp + total - before, pad);
	r = wire_straight_put(out, q.headers & WIRE_OUTER, &q);
	if (r == RES_OK)
		r = l->is_default ? wire_straight_put(out + before, inner, &q)
				  : wire_table_put(l, out + before, inner, &q);
	if (r != RES_OK)
		return r;
	if (q.payload_len > 0)
		memcpy(out + before + headers, q.payload, q.payload_len);
	memset(out + before + headers + q.payload_len, 0, pad);
	*len = total;
	return wire_seal(out, total, WIRE_SEAL_IP | WIRE_SEAL_CRC);
}

enum result wire_header_offset(const struct wire_layout *l, const struct wire_packet *p,
			       enum wire_header_id h, size_t *offset)
{
	uint32_t set = encoded_headers(l, p);
	size_t at = 0;

	if (h >= WIRE_HEADERS || (set >> h & 1) == 0)
		return RES_E_UNKNOWN;
	for (unsigned i = 0; l->order[i] != h; i++)
		if ((set >> l->order[i] & 1) != 0)
			at += l->header_bytes[l->order[i]];
	if (h == wire_hdr_crc)
		at += ((size_t)p->payload_len + 3) / 4 * 4;
	*offset = at;
	return RES_OK;
}
