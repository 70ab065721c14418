/* Addresses and the way through the fabric: up to a spine chosen by hash of the 5-tuple (ECMP),
 * down by arithmetic.  Switches keep no state. */
#include "reference/sim/net_private.h"

enum { V4_DST = 14 + 16, V6_DST = 14 + 24, V4_BYTES = 34, V6_BYTES = 54 };

struct net_addr sim_address(const struct sim_net *n, unsigned host, unsigned plane)
{
	uint8_t high = (uint8_t)((host + 1) >> 8), low = (uint8_t)(host + 1);
	struct net_addr a = { .is_v6 = n->config.is_v6,
			      .mac = { 2, 0, 0, (uint8_t)plane, high, low } };
	if (a.is_v6) {
		a.ip[0] = 0xFD;
		a.ip[13] = (uint8_t)plane;
		a.ip[14] = high;
		a.ip[15] = low;
	} else {
		a.ip[0] = 10;
		a.ip[1] = (uint8_t)plane;
		a.ip[2] = high;
		a.ip[3] = low;
	}
	return a;
}

/* Where the address that ends with a host's number starts; 0: no IP of ours. */
static size_t address_at(const uint8_t *b, size_t len)
{
	if (len >= V4_BYTES && b[12] == 0x08 && b[13] == 0x00)
		return V4_DST;
	if (len >= V6_BYTES && b[12] == 0x86 && b[13] == 0xDD)
		return V6_DST;
	return 0;
}

static uint32_t host_of(const uint8_t *end)
{
	return (uint32_t)(end[-2] << 8 | end[-1]) - 1;
}

uint32_t sim_route_host(const struct sim_net *n, const uint8_t *b, size_t len)
{
	size_t at = address_at(b, len);
	uint32_t host = at == 0 ? UINT32_MAX : host_of(b + at + (at == V4_DST ? 4 : 16));
	return host < n->config.hosts ? host : UINT32_MAX;
}

/* The same 5-tuple always takes the same spine; each leaf hashes differently. */
static uint32_t spine_of(const struct sim_net *n, const uint8_t *b, size_t at, unsigned leaf)
{
	size_t bytes = at == V4_DST ? 4 : 16, udp = at + bytes;
	uint64_t tuple = (uint64_t)host_of(b + at) << 48 ^ (uint64_t)host_of(b + udp) << 32 ^
			 (uint64_t)(b[udp] << 8 | b[udp + 1]);
	uint64_t state = tuple ^ n->config.seed ^ (uint64_t)leaf << 16;
	return sim_below(&state, n->config.spines);
}

static uint32_t from_leaf(const struct sim_net *n, uint32_t frame, unsigned leaf, uint32_t host)
{
	const struct sim_frame *f = &n->frames[frame];
	const uint8_t *b = sim_bytes(n, frame);
	uint32_t spine;

	if (host / n->config.leaf_hosts == leaf)
		return sim_link(n, SIM_LEAF_HOST, f->plane, leaf, host);
	/* A frame shorter than its ports comes from outside the engine: it goes nowhere. */
	if (n->config.spines == 0 || f->len < V6_BYTES + 4)
		return UINT32_MAX;
	spine = spine_of(n, b, address_at(b, f->len), leaf);
	return sim_link(n, SIM_LEAF_SPINE, f->plane, leaf, spine);
}

uint32_t sim_route(const struct sim_net *n, uint32_t frame)
{
	const struct sim_frame *f = &n->frames[frame];
	const struct sim_link *l = &n->links[f->link];
	uint32_t host = sim_route_host(n, sim_bytes(n, frame), f->len);

	if (host == UINT32_MAX)
		return UINT32_MAX;
	if (l->kind == SIM_LEAF_SPINE)
		return sim_link(n, SIM_SPINE_LEAF, f->plane, l->to, host / n->config.leaf_hosts);
	return from_leaf(n, frame, l->to, host);
}

uint32_t sim_link(const struct sim_net *n, enum sim_link_kind kind, unsigned plane, unsigned from,
		  unsigned to)
{
	uint32_t at = n->first_link[kind], hosts = n->config.hosts, spines = n->config.spines;
	switch (kind) {
	case SIM_HOST_LEAF:
		return at + plane * hosts + from;
	case SIM_LEAF_HOST:
		return at + plane * hosts + to;
	case SIM_LEAF_SPINE:
		return at + (plane * n->leaves + from) * spines + to;
	default:
		return at + (plane * n->leaves + to) * spines + from;
	}
}
