/* The endpoint as the caller sees it: set-up, frames in, frames out, deadline.  Decides which
 * connection a frame is for and whether it is one at all (HDR-3); no protocol beyond that. */
#include "reference/engine/endpoint.h"

#include "reference/engine/memory.h"

#include <assert.h>
#include <string.h>

size_t ref_size(const struct ref_limits *limits)
{
	return ref_memory_layout(NULL, limits, NULL);
}

enum result ref_init(void *mem, size_t size, const struct ref_limits *limits,
		     const struct ref_choices *choices, const struct wire_layout *layout,
		     const struct net_addr *planes, struct ref_endpoint **out)
{
	size_t need = ref_size(limits);
	if (need == 0)
		return RES_E_RANGE;
	if (size < need)
		return RES_E_SPACE;
	(void)ref_memory_layout(mem, limits, out);
	(*out)->choices = *choices;
	(*out)->random = choices->seed;
	(*out)->layout = layout;
	(*out)->udp_port = 4791;
	memcpy((*out)->planes, planes, limits->planes * sizeof(*planes));
	return RES_OK;
}

/* splitmix64: a fixed sequence from the seed. */
uint64_t ref_random(struct ref_endpoint *e)
{
	uint64_t z = e->random += UINT64_C(0x9E3779B97F4A7C15);
	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

void ref_clock(struct ref_endpoint *e, uint64_t now_ns)
{
	assert(now_ns >= e->now_ns);
	e->now_ns = now_ns;
}

struct ref_conn *ref_conn_at(const struct ref_endpoint *e, int conn)
{
	if (conn < 0 || (uint32_t)conn >= e->limits.connections)
		return NULL;
	return e->conns[conn].state == CONN_OPEN ? &e->conns[conn] : NULL;
}

void ref_conn_ready(struct ref_conn *c)
{
	if (!list_is_linked(&c->ready))
		list_append(&c->ep->ready, &c->ready);
}

static size_t ip_bytes(bool is_v6)
{
	return is_v6 ? 16 : 4;
}

/* The frame came to this plane's own address, in its VLAN or none (ENC-11). */
static bool is_for_plane(const struct ref_endpoint *e, unsigned plane, const struct wire_packet *k)
{
	const struct net_addr *own = &e->planes[plane];
	bool is_v6 = (k->headers & 1u << wire_hdr_ipv6) != 0;
	if ((k->headers & 1u << wire_hdr_vlan) != 0 && k->vlan_vid != 0 && k->vlan_vid != own->vlan)
		return false;
	return own->is_v6 == is_v6 &&
	       memcmp(own->ip, is_v6 ? k->ipv6_dst : k->ipv4_dst, ip_bytes(is_v6)) == 0;
}

/* PLANE-3: any plane of the peer, whatever the path. */
static bool is_from_peer(const struct ref_conn *c, const struct wire_packet *k)
{
	bool is_v6 = (k->headers & 1u << wire_hdr_ipv6) != 0;
	const uint8_t *src = is_v6 ? k->ipv6_src : k->ipv4_src;
	for (unsigned i = 0; i < c->plane_count; i++)
		if (c->peer_planes[i].is_v6 == is_v6 &&
		    memcmp(c->peer_planes[i].ip, src, ip_bytes(is_v6)) == 0)
			return true;
	return false;
}

/* HDR-3, the part that depends on the connection.  LIFE-1: none comes of a packet.  PATH-2: the
 * source port is not looked at.  NULL: discarded and counted. */
static struct ref_conn *find_conn(struct ref_endpoint *e, unsigned plane,
				  const struct wire_packet *k)
{
	uint32_t index = ref_idmap_find(&e->conn_ids, k->base_dst_conn);
	struct ref_conn *c = index == IDMAP_NONE ? NULL : &e->conns[index];
	uint64_t *reason = NULL;

	if (!is_for_plane(e, plane, k))
		reason = &e->counters.discard_address;
	else if (!c)
		reason = &e->counters.discard_connection;
	else if (k->udp_dport != c->params.udp_port)
		reason = &e->counters.discard_foreign;
	else if (k->base_version != c->params.version)
		reason = &e->counters.discard_version;
	else if (!is_from_peer(c, k))
		reason = &e->counters.discard_address;
	else if (k->base_partition != c->params.partition)
		reason = &e->counters.discard_partition;
	else if (k->payload_len > c->params.mtu)
		reason = &e->counters.discard_length;
	else if (k->path_id >= c->params.paths)
		reason = &e->counters.discard_path;
	else if (k->path_rerouted != 0 && (k->kind == PKT_NOP || !wire_is_sequenced(k->kind) ||
					   k->reroute_orig_path >= c->params.paths))
		reason = &e->counters.discard_path;
	if (!reason)
		return c;
	(*reason)++;
	return NULL;
}

/* The UDP port is a connection's, known only after decoding: tried with the newest connection's,
 * and if that is not it, with the frame's own, which find_conn then compares. */
static enum result decode(struct ref_endpoint *e, const uint8_t *frame, size_t len)
{
	struct wire_packet *k = &e->received;
	enum result r = wire_decode(e->layout, e->udp_port, frame, len, k, NULL);
	if (r != RES_E_FOREIGN || (k->headers & 1u << wire_hdr_udp) == 0 ||
	    k->udp_dport == e->udp_port)
		return r;
	r = wire_decode(e->layout, (uint16_t)k->udp_dport, frame, len, k, NULL);
	return r == RES_OK ? r : RES_E_FOREIGN;
}

/* HDR-3, ENC-6, CRC-2, ROB-1, ROB-2: what the codec refuses is counted by reason, and no more.
 * ENC-8: that goes for frames that are no packet, too. */
static bool is_packet(struct ref_endpoint *e, const uint8_t *frame, size_t len)
{
	switch (decode(e, frame, len)) {
	case RES_OK:
		return true;
	case RES_E_LENGTH:
		e->counters.discard_length++;
		return false;
	case RES_E_CRC:
		e->counters.discard_crc++;
		return false;
	case RES_E_OPCODE:
		e->counters.discard_opcode++;
		return false;
	default:
		e->counters.discard_foreign++;
		return false;
	}
}

static void close_input(struct ref_conn *c, const struct wire_packet *k, uint64_t now_ns)
{
	/* LIFE-2: only a CLOSE that knows the initial PSN of its path. */
	if (k->base_psn == c->peer_psn[k->path_id])
		ref_conn_peer_closed(c, now_ns);
}

void ref_input(struct ref_endpoint *e, unsigned plane, const uint8_t *frame, size_t len,
	       uint64_t now_ns)
{
	struct wire_packet *k = &e->received;
	struct ref_conn *c;
	struct ref_path *p;

	ref_clock(e, now_ns);
	e->counters.rx_frames++;
	if (plane >= e->limits.planes || !is_packet(e, frame, len))
		return;
	c = find_conn(e, plane, k);
	if (!c)
		return;
	p = &c->paths[k->path_id];
	p->in.received++;
	/* ACK-7, ECN-2: only what takes a PSN is accepted, acknowledged and counted. */
	if (wire_is_sequenced(k->kind))
		ref_path_input(p, k, now_ns);
	else if (k->kind == PKT_ACK)
		ref_path_ack_input(p, k, now_ns);
	else if (k->kind == PKT_PROBE)
		ref_path_probe_input(p, k, now_ns);
	else
		close_input(c, k, now_ns);
	if (c->state == CONN_OPEN)
		ref_conn_ready(c);
}

/* Timer items are numbered connection by connection, the connection itself first. */
static void fire(struct ref_endpoint *e, uint32_t item, uint64_t now_ns)
{
	uint32_t per_conn = e->limits.paths + 1;
	struct ref_conn *c = &e->conns[item / per_conn];
	if (c->state != CONN_OPEN)
		return;
	if (item == c->item)
		ref_conn_timer(c, now_ns);
	else
		ref_path_timer(&c->paths[item % per_conn - 1], now_ns);
	if (c->state == CONN_OPEN)
		ref_conn_ready(c);
}

/* The next connection that may have a frame; what a connection has just found to be due by now
 * fires before nothing is said to be left. */
static struct ref_link *next_ready(struct ref_endpoint *e, uint64_t now_ns)
{
	uint32_t item;
	while (ref_timer_take(&e->timers, now_ns, &item))
		fire(e, item, now_ns);
	return list_first(&e->ready);
}

size_t ref_output(struct ref_endpoint *e, uint64_t now_ns, unsigned *plane, uint8_t *out,
		  size_t cap)
{
	struct ref_link *first;

	ref_clock(e, now_ns);
	while ((first = next_ready(e, now_ns)) != NULL) {
		struct ref_conn *c = LIST_ENTRY(first, struct ref_conn, ready);
		list_remove(first);
		size_t len = ref_conn_output(c, now_ns, plane, out, cap);
		if (len == 0)
			continue;
		ref_conn_ready(c); /* behind the others: connections take turns */
		e->counters.tx_frames++;
		return len;
	}
	return 0;
}

uint64_t ref_deadline(const struct ref_endpoint *e)
{
	if (list_first(&e->ready))
		return e->now_ns;
	return e->timers.count > 0 ? e->timers.heap[0].ns : REF_NEVER;
}
