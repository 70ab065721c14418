/* SEND: a packet built from the connection's state and the step's words, then made wrong where
 * the step says so. */
#include "harness/run/harness.h"

#include <string.h>

enum { DEFAULT_PAYLOAD = 64, ATOMIC = 8, SLOTS = 16, SLOT = 4096, FIRST_STAMP = 0x5000, UDP = 17 };

struct craft {
	const struct step *step;
	struct wire_packet p;
	unsigned path, stream;
	struct other *other; /* connection, NULL for the case's own */
	bool is_auto_msn, is_auto_psn;
	uint8_t payload[8192 + 64];
};

static bool named(const struct craft *c, unsigned what)
{
	return step_want(c->step, what) != NULL;
}

static void fill_addresses(struct harness *h, struct craft *c)
{
	unsigned plane = h->tester.path_plane[c->path];
	const struct net_addr *src = &h->own[plane], *dst = &h->device.local.planes[plane];
	bool is_sequenced = wire_is_sequenced((enum wire_kind)c->step->packet);
	unsigned ecn = is_sequenced ? 2 : 0;
	struct wire_packet *p = &c->p;

	memcpy(p->eth_dst, dst->mac, 6);
	memcpy(p->eth_src, src->mac, 6);
	p->headers =
		1u << wire_hdr_eth | 1u << wire_hdr_udp | 1u << wire_hdr_base | 1u << wire_hdr_path;
	if (dst->vlan || named(c, W_VLAN)) {
		p->headers |= 1u << wire_hdr_vlan;
		p->vlan_vid = (uint32_t)harness_want_or(h, c->step, W_VLAN, dst->vlan);
	}
	if (dst->is_v6) {
		p->headers |= 1u << wire_hdr_ipv6;
		p->ipv6_ecn = ecn;
		p->ipv6_hops = 64;
		p->ipv6_next = UDP;
		memcpy(p->ipv6_src, src->ip, 16);
		memcpy(p->ipv6_dst, dst->ip, 16);
		p->ipv6_src[15] ^= (uint8_t)(harness_want_or(h, c->step, W_SOURCE, 0) ? 0x40 : 0);
	} else {
		p->headers |= 1u << wire_hdr_ipv4;
		p->ipv4_ecn = ecn;
		p->ipv4_df = 1;
		p->ipv4_ttl = 64;
		p->ipv4_protocol = UDP;
		memcpy(p->ipv4_src, src->ip, 4);
		memcpy(p->ipv4_dst, dst->ip, 4);
		p->ipv4_src[3] ^= (uint8_t)(harness_want_or(h, c->step, W_SOURCE, 0) ? 0x40 : 0);
	}
	p->udp_sport =
		(uint32_t)harness_want_or(h, c->step, W_SPORT, h->tester.source_port[c->path]);
	p->udp_dport = h->tester.params.udp_port;
}

static uint32_t *next_psn(struct harness *h, const struct craft *c)
{
	return &(c->other ? c->other->next_psn : h->next_psn)[c->path];
}

static void fill_base(struct harness *h, struct craft *c)
{
	enum wire_kind kind = (enum wire_kind)c->step->packet;
	struct wire_packet *p = &c->p;

	p->base_opcode = h->config->layout->opcode[kind];
	p->base_version = h->tester.params.version;
	p->base_partition = h->tester.params.partition;
	p->base_dst_conn = c->other ? c->other->device_id : h->device.local.conn_id;
	p->path_id = c->path;
	p->path_timestamp = FIRST_STAMP + h->crafted * 0x101;
	c->is_auto_psn = wire_is_sequenced(kind) && !named(c, base_psn);
	if (wire_is_sequenced(kind))
		p->base_psn = *next_psn(h, c);
	else if (kind == PKT_PROBE)
		p->base_psn = h->next_probe[c->path]++;
	else if (kind == PKT_ACK)
		p->base_psn = h->next_ack[c->path];
	else if (kind == PKT_CLOSE)
		p->base_psn = h->tester.local.initial_psn[c->path];
	p->headers |= wire_kinds[kind].headers;
}

/* Byte o of a message as the tester sends it; other picks another message with the same frame. */
static void fill_payload(const struct harness *h, struct craft *c, uint32_t len)
{
	uint32_t rel = c->p.msg_msn - h->device.params.initial_msn;
	uint64_t other = (uint64_t)harness_want_or(h, c->step, W_OTHER, 0);

	for (uint32_t i = 0; i < len; i++) {
		uint32_t o = c->p.msg_offset + i;

		c->payload[i] = (uint8_t)(o * 7 + (o >> 8) * 13 + rel * 31 + c->stream * 97 +
					  other * 85 + 3);
	}
	c->p.payload = c->payload;
	c->p.payload_len = len;
}

/* READ, ATOMIC and the latter's response: one packet without payload is all. */
static void fill_request(const struct harness *h, struct craft *c, enum wire_kind kind)
{
	c->p.msg_last = 1;
	c->p.msg_length = ATOMIC;
	if (kind == PKT_READ_REQ)
		c->p.msg_length = (uint32_t)harness_want_or(h, c->step, W_PAYLOAD, DEFAULT_PAYLOAD);
}

/* The message of the device that a response answers, NULL if it posted none. */
static const struct posted *answered(const struct harness *h, const struct wire_packet *p)
{
	for (size_t i = 0; i < h->posted_count; i++)
		if (h->posted[i].stream == p->msg_stream && h->posted[i].msn == p->msg_msn)
			return &h->posted[i];
	return NULL;
}

/* A response tells what the tester's memory holds. */
static void fill_response(const struct harness *h, struct craft *c, uint32_t len)
{
	const struct posted *m = answered(h, &c->p);
	uint64_t at = m ? m->target + c->p.msg_offset : 0;

	if (m)
		c->p.result_original = m->original;
	if (!m || c->step->packet != PKT_READ_RESP || named(c, W_OTHER))
		return;
	for (uint32_t i = 0; i < len && at + i < h->peer_memory_bytes; i++)
		c->payload[i] = h->peer_memory[at + i];
}

static void fill_msg(struct harness *h, struct craft *c)
{
	enum wire_kind kind = (enum wire_kind)c->step->packet;
	const struct want *msn = step_want(c->step, msg_msn);
	bool is_part = named(c, W_PART), has_payload = wire_kinds[kind].flags & WIRE_PAY;
	uint32_t mtu = h->device.params.mtu, len;
	int64_t k = harness_want_or(h, c->step, W_PART, 0),
		n = harness_want_or(h, c->step, W_OF, 1);
	struct wire_packet *p = &c->p;

	c->is_auto_msn = !msn;
	p->msg_stream = c->stream;
	if (kind == PKT_PROBE)
		return;
	p->msg_msn = msn ? (uint32_t)harness_value(h, msn, c->path, true)
			 : h->next_msn[c->stream % h->device.params.streams];
	len = (uint32_t)harness_want_or(h, c->step, W_PAYLOAD, is_part ? mtu : DEFAULT_PAYLOAD);
	if (!has_payload || len > sizeof(c->payload))
		len = has_payload ? (uint32_t)sizeof(c->payload) : 0;
	p->msg_offset = (uint32_t)harness_want_or(h, c->step, msg_offset, is_part ? k * mtu : 0);
	p->msg_length = is_part ? (uint32_t)((n - 1) * mtu + (k == n - 1 ? len : mtu))
				: p->msg_offset + len;
	p->msg_length = (uint32_t)harness_want_or(h, c->step, msg_length, p->msg_length);
	p->msg_last = is_part ? k == n - 1 : p->msg_offset + len >= p->msg_length;
	if (!has_payload)
		fill_request(h, c, kind);
	fill_payload(h, c, len);
	if (wire_kinds[kind].flags & WIRE_RESP)
		fill_response(h, c, len);
}

static void fill_rest(struct harness *h, struct craft *c)
{
	uint32_t rel = c->p.msg_msn - h->device.params.initial_msn;
	uint32_t slot = (rel + 8 * c->stream) % SLOTS * SLOT;
	const struct want *at = step_want(c->step, remote_address);
	struct wire_packet *p = &c->p;

	/* every message counts as a receive when msn is named; else those sent so far */
	p->recv_index =
		c->is_auto_msn ? h->next_recv_index[c->stream % h->device.params.streams] : rel;
	p->remote_address = h->target.address + slot + p->msg_offset;
	if (at)
		p->remote_address = harness_value(h, at, c->path, true);
	p->remote_rkey = h->target.rkey;
	p->imm_immediate = 0x01020304;
	p->ackh_rate_hint = h->tester.params.link_rate;
	p->ackh_cum_psn = wire_psn_add(h->device.local.initial_psn[c->path], -1);
	p->ackh_cmsn = h->device.params.initial_msn;
}

/* An operand that counts from what memory holds at the packet's address. */
static uint64_t held(const struct harness *h, const struct craft *c, const struct want *w)
{
	uint64_t at = c->p.remote_address - h->target.address, value = 0;

	if (at <= h->target.bytes && h->target.bytes - at >= sizeof(value))
		memcpy(&value, h->target.expected + at, sizeof(value));
	return value ^ (uint64_t)harness_number(h, w->value);
}

/* Fields named in the step, over everything filled in. */
static void fill_named(struct harness *h, struct craft *c)
{
	unsigned origin = (unsigned)harness_want_or(h, c->step, reroute_orig_path, 0);

	for (size_t i = 0; i < STEP_WANTS && c->step->want[i].is_used; i++) {
		const struct want *w = &c->step->want[i];
		unsigned path = w->what == reroute_orig_psn ? origin : c->path;

		if (w->what == W_SACK)
			for (const int64_t *bit = w->list; *bit != LIST_END; bit++)
				wire_sack_set(c->p.ackh_sack,
					      (unsigned)harness_number(h, *bit) & 0xff);
		if (w->what >= WIRE_FIELDS || w->what == remote_address)
			continue;
		if (wire_set(&c->p, w->what,
			     w->rel == REL_HELD ? held(h, c, w) : harness_value(h, w, path, true)))
			harness_error(h, "the case names a value that does not fit %s",
				      wire_fields[w->what].name);
	}
	if (c->p.path_rerouted)
		c->p.headers |= 1u << wire_hdr_reroute;
	/* a tester's header that both IP versions have is named by its IPv4 field */
	if (c->p.headers & 1u << wire_hdr_ipv6) {
		c->p.ipv6_ecn = (uint32_t)harness_want_or(h, c->step, ipv4_ecn, c->p.ipv6_ecn);
		c->p.ipv6_dscp = (uint32_t)harness_want_or(h, c->step, ipv4_dscp, c->p.ipv6_dscp);
		c->p.ipv6_hops = (uint32_t)harness_want_or(h, c->step, ipv4_ttl, c->p.ipv6_hops);
	}
}

static void advance(struct harness *h, const struct craft *c)
{
	uint32_t stream = c->stream % h->device.params.streams;
	enum wire_kind kind = (enum wire_kind)c->step->packet;

	if (kind == PKT_ACK)
		h->next_ack[c->path] = wire_psn_add(c->p.base_psn, 1);
	if (c->is_auto_psn)
		*next_psn(h, c) = wire_psn_add(c->p.base_psn, 1);
	if (!(wire_kinds[kind].flags & WIRE_MSGK) || !c->p.msg_last || !c->is_auto_msn)
		return;
	h->next_msn[stream] = c->p.msg_msn + 1;
	if (wire_kinds[kind].headers & 1u << wire_hdr_recv)
		h->next_recv_index[stream]++;
}

static void build(struct harness *h, struct craft *c)
{
	bool has_msg = wire_has_msg((enum wire_kind)c->step->packet);

	c->path = (unsigned)harness_want_or(h, c->step, path_id, 0) & 0xff;
	c->stream = has_msg ? (unsigned)harness_want_or(h, c->step, msg_stream, 0) : 0;
	fill_addresses(h, c);
	fill_base(h, c);
	if (has_msg)
		fill_msg(h, c);
	fill_rest(h, c);
	fill_named(h, c);
}

static void send_one(struct harness *h, const struct step *s)
{
	struct craft *c = arena_take(h->arena, sizeof(*c));
	uint8_t frame[WIRE_FRAME_MAX];
	size_t len = 0;
	enum result r;

	c->step = s;
	c->other = harness_other(h, s);
	build(h, c);
	r = wire_encode(h->config->layout, &c->p, frame, sizeof(frame), &len);
	if (!r)
		r = harness_edit(h, s, &c->p, frame, sizeof(frame), &len);
	if (r) {
		harness_error(h, "the packet of line %d cannot be built: %s", s->line,
			      result_text(r));
		return;
	}
	h->crafted++;
	advance(h, c);
	harness_send(h, (unsigned)harness_want_or(h, s, W_PORT, h->tester.path_plane[c->path]),
		     frame, len, true);
}

void harness_step_send(struct harness *h, const struct step *s)
{
	int64_t times = harness_want_or(h, s, W_TIMES, 1);

	harness_wait_captured(h);
	h->expect_from = h->trace.count;
	for (int64_t i = 0; i < times && !h->is_broken; i++) {
		send_one(h, s);
		if (i % 32 == 31)
			harness_wait_captured(h);
	}
	harness_wait_captured(h);
	h->anchor_ns = h->last_send_ns;
}
