/* Texts and comparison of packets, for reports.  Own tiny formatting into the caller's buffer:
 * always terminated, cut when it is full; no printf, no allocation. */
#include "reference/wire/wire.h"

#include <string.h>

struct text {
	char *buf;
	size_t cap, len;
};

static void put_char(struct text *t, char c)
{
	if (t->len + 1 < t->cap)
		t->buf[t->len++] = c;
}

static void put_text(struct text *t, const char *s)
{
	while (*s != '\0')
		put_char(t, *s++);
}

static void put_number(struct text *t, uint64_t v, unsigned radix)
{
	char digits[20];
	size_t n = 0;

	do {
		digits[n++] = "0123456789abcdef"[v % radix];
		v /= radix;
	} while (v != 0);
	while (n > 0)
		put_char(t, digits[--n]);
}

static void put_hex(struct text *t, uint64_t v)
{
	put_text(t, "0x");
	put_number(t, v, 16);
}

static void put_bytes(struct text *t, const uint8_t *b, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		put_char(t, "0123456789abcdef"[b[i] >> 4]);
		put_char(t, "0123456789abcdef"[b[i] & 15]);
	}
}

/* A set of bits as a person reads it; what has no room is said to be missing, not cut off. */
static void put_bits(struct text *t, const uint8_t sack[32])
{
	enum { ROOM = sizeof(", 100-101, ...") };
	const char *before = "bits ";

	for (unsigned from = 0, to; from < 256; from = to + 1) {
		to = from;
		if (!wire_sack_get(sack, from))
			continue;
		while (to < 255 && wire_sack_get(sack, to + 1))
			to++;
		put_text(t, before);
		before = ", ";
		if (t->len + ROOM > t->cap) {
			put_text(t, "...");
			return;
		}
		put_number(t, from, 10);
		if (to > from) {
			put_char(t, '-');
			put_number(t, to, 10);
		}
	}
	if (before[0] == 'b')
		put_text(t, "none");
}

/* " name 7" */
static void put_pair(struct text *t, const char *name, uint64_t v)
{
	put_char(t, ' ');
	put_text(t, name);
	put_char(t, ' ');
	put_number(t, v, 10);
}

static void end_text(struct text *t)
{
	if (t->cap > 0)
		t->buf[t->len] = '\0';
}

void wire_format(const struct wire_packet *p, enum wire_field_id f, char *buf, size_t cap)
{
	struct text t = { buf, cap, 0 };

	if (!wire_has(p, f))
		put_text(&t, "absent");
	else if (f == ackh_sack)
		put_bits(&t, p->ackh_sack);
	else if (wire_fields[f].base == WIRE_BYTES)
		put_bytes(&t, (const uint8_t *)p + wire_fields[f].member, wire_fields[f].width / 8);
	else if (wire_fields[f].base == WIRE_HEX)
		put_hex(&t, wire_get(p, f));
	else
		put_number(&t, wire_get(p, f), 10);
	end_text(&t);
}

static void put_value_name(struct text *t, const struct wire_value *values, size_t count,
			   uint32_t v)
{
	put_char(t, ' ');
	if (v < count)
		put_text(t, values[v].name);
	else
		put_number(t, v, 10);
}

static void put_message(struct text *t, const struct wire_packet *p)
{
	put_pair(t, "stream", p->msg_stream);
	if (p->kind == PKT_PROBE)
		return;
	put_pair(t, "msn", p->msg_msn);
	if (p->msg_attempt != 0)
		put_pair(t, "attempt", p->msg_attempt);
	put_pair(t, "offset", p->msg_offset);
	put_char(t, '/');
	put_number(t, p->msg_length, 10);
	if (p->msg_last != 0)
		put_text(t, " last");
}

static void put_ack(struct text *t, const struct wire_packet *p)
{
	unsigned bits = 0;

	for (unsigned i = 0; i < 8 * sizeof(p->ackh_sack); i++)
		bits += wire_sack_get(p->ackh_sack, i);
	put_pair(t, "cum", p->ackh_cum_psn);
	put_pair(t, "sacked", bits);
	put_pair(t, "ce", p->ackh_ce_count);
	put_pair(t, "hint", p->ackh_rate_hint);
	put_pair(t, "stream", p->ackh_stream);
	put_pair(t, "cmsn", p->ackh_cmsn);
	put_value_name(t, wire_statuses, STATUS_COUNT, p->ackh_status);
	if (p->ackh_status != STATUS_OK)
		put_pair(t, "at", p->ackh_status_msn);
}

static void put_outer(struct text *t, const struct wire_packet *p)
{
	if (wire_has(p, udp_sport)) {
		put_pair(t, "UDP", p->udp_sport);
		put_pair(t, "to", p->udp_dport);
	} else if (wire_has(p, ipv4_protocol)) {
		put_pair(t, "IPv4 protocol", p->ipv4_protocol);
	} else if (wire_has(p, ipv6_next)) {
		put_pair(t, "IPv6 next header", p->ipv6_next);
	} else if (wire_has(p, eth_type)) {
		put_text(t, " EtherType ");
		put_hex(t, wire_has(p, vlan_type) ? p->vlan_type : p->eth_type);
	}
}

static void put_transport(struct text *t, const struct wire_packet *p)
{
	if (p->kind < WIRE_KINDS) {
		put_text(t, wire_kinds[p->kind].name);
	} else {
		put_text(t, "opcode ");
		put_hex(t, p->base_opcode);
	}
	if (wire_has(p, path_id))
		put_pair(t, "path", p->path_id);
	put_pair(t, p->kind == PKT_ACK ? "number" : "psn", p->base_psn);
	if (p->base_rtx != 0)
		put_text(t, " rtx");
	if (wire_has(p, reroute_orig_psn)) {
		put_pair(t, "rerouted from", p->reroute_orig_path);
		put_char(t, ':');
		put_number(t, p->reroute_orig_psn, 10);
	}
	if (wire_has(p, msg_stream))
		put_message(t, p);
	if (wire_has(p, ackh_cum_psn))
		put_ack(t, p);
	if (wire_has(p, closeh_reason))
		put_value_name(t, wire_close_reasons, CLOSE_REASON_COUNT, p->closeh_reason);
}

void wire_summary(const struct wire_packet *p, char *buf, size_t cap)
{
	struct text t = { buf, cap, 0 };

	if (wire_has(p, base_opcode)) {
		put_transport(&t, p);
	} else {
		put_text(&t, "foreign");
		put_outer(&t, p);
	}
	end_text(&t);
}

static bool differs(const struct wire_packet *a, const struct wire_packet *b, enum wire_field_id f)
{
	const struct wire_field *row = &wire_fields[f];

	if (!wire_has(a, f) || !wire_has(b, f))
		return wire_has(a, f) != wire_has(b, f);
	if (row->base == WIRE_BYTES)
		return memcmp((const uint8_t *)a + row->member, (const uint8_t *)b + row->member,
			      row->width / 8) != 0;
	return wire_get(a, f) != wire_get(b, f);
}

size_t wire_diff(const struct wire_packet *a, const struct wire_packet *b, uint16_t *ids,
		 size_t cap)
{
	size_t n = 0;

	for (unsigned f = 0; f <= WIRE_FIELDS; f++) {
		bool is_other =
			f < WIRE_FIELDS
				? differs(a, b, (enum wire_field_id)f)
				: a->payload_len != b->payload_len ||
					  (a->payload_len > 0 &&
					   memcmp(a->payload, b->payload, a->payload_len) != 0);

		if (is_other && n < cap)
			ids[n] = (uint16_t)f;
		n += is_other;
	}
	return n;
}
