/* The network as the caller sees it: its memory, its clock and the way of events. */
#include "reference/sim/net_private.h"

#include <string.h>

enum { ALIGN = 64, GUARD_BYTE = 0xA5 };

struct cut { /* of the caller's block; base NULL: only counts */
	uint8_t *base;
	size_t used;
};

static void *take(struct cut *c, size_t count, size_t size)
{
	uint8_t *at = c->base ? c->base + c->used : NULL;
	c->used += (count * size + ALIGN - 1) / ALIGN * ALIGN;
	return at;
}

static uint32_t leaves_of(const struct sim_config *c)
{
	return (c->hosts + c->leaf_hosts - 1) / c->leaf_hosts;
}

static struct ref_limits limits_of(const struct sim_config *c)
{
	struct ref_limits l = c->limits;
	l.planes = c->planes;
	return l;
}

static bool is_possible(const struct sim_config *c)
{
	struct ref_limits l;
	if (c->hosts < 1 || c->hosts > SIM_HOSTS_MAX || c->planes < 1 ||
	    c->planes > REF_PLANES_MAX || c->leaf_hosts < 1)
		return false;
	l = limits_of(c);
	return (c->spines > 0 || leaves_of(c) == 1) && c->spines <= UINT16_MAX && c->frames > 0 &&
	       c->frame_bytes >= ALIGN && c->edge.rate_kbps > 0 &&
	       (c->spines == 0 || c->core.rate_kbps > 0) && ref_size(&l) > 0;
}

/* The count of each kind of link, all planes together. */
static void count_links(struct sim_net *n)
{
	uint32_t edge = n->config.planes * n->config.hosts;
	uint32_t core = n->config.planes * n->leaves * n->config.spines;
	n->first_link[SIM_HOST_LEAF] = 0;
	n->first_link[SIM_LEAF_HOST] = edge;
	n->first_link[SIM_LEAF_SPINE] = 2 * edge;
	n->first_link[SIM_SPINE_LEAF] = 2 * edge + core;
	n->link_count = 2 * edge + 2 * core;
}

static void lay_out(struct cut *c, struct sim_net *n)
{
	uint32_t items = n->config.frames + n->config.hosts;
	struct ref_limits limits = limits_of(&n->config);
	size_t stride = (ref_size(&limits) + 2 * SIM_GUARD + ALIGN - 1) / ALIGN * ALIGN;
	uint8_t *mem;

	count_links(n);
	n->host_bytes = ref_size(&limits);
	n->links = take(c, n->link_count, sizeof(*n->links));
	n->frames = take(c, n->config.frames, sizeof(*n->frames));
	n->bytes = take(c, n->config.frames, n->config.frame_bytes);
	n->hosts = take(c, n->config.hosts, sizeof(*n->hosts));
	n->heap.entries = take(c, items, sizeof(*n->heap.entries));
	n->heap.place = take(c, items, sizeof(*n->heap.place));
	mem = take(c, n->config.hosts, stride);
	for (uint32_t i = 0; mem && i < n->config.hosts; i++)
		n->hosts[i].mem = mem + i * stride + SIM_GUARD;
}

size_t sim_size(const struct sim_config *config)
{
	struct cut c = { NULL, 0 };
	struct sim_net n = { .config = *config };
	if (!is_possible(config))
		return 0;
	n.leaves = leaves_of(config);
	(void)take(&c, 1, sizeof(struct sim_net));
	lay_out(&c, &n);
	return c.used;
}

static void make_link(struct sim_net *n, enum sim_link_kind kind, unsigned plane, unsigned from,
		      unsigned to)
{
	struct sim_link *l = &n->links[sim_link(n, kind, plane, from, to)];
	*l = (struct sim_link){ .kind = (uint8_t)kind, .plane = (uint8_t)plane };
	l->to = (uint16_t)to;
}

static void make_links(struct sim_net *n)
{
	for (unsigned p = 0; p < n->config.planes; p++) {
		for (unsigned h = 0; h < n->config.hosts; h++) {
			make_link(n, SIM_HOST_LEAF, p, h, h / n->config.leaf_hosts);
			make_link(n, SIM_LEAF_HOST, p, h / n->config.leaf_hosts, h);
		}
		for (unsigned i = 0; i < n->leaves * n->config.spines; i++) {
			unsigned leaf = i / n->config.spines, spine = i % n->config.spines;
			make_link(n, SIM_LEAF_SPINE, p, leaf, spine);
			make_link(n, SIM_SPINE_LEAF, p, spine, leaf);
		}
	}
}

static enum result make_host(struct sim_net *n, unsigned host)
{
	struct sim_host *h = &n->hosts[host];
	struct ref_limits limits = limits_of(&n->config);
	struct ref_choices choices = { .seed = sim_random(&n->random) };
	struct net_addr planes[REF_PLANES_MAX];

	if (n->config.host)
		choices = n->config.host[host];
	for (unsigned p = 0; p < n->config.planes; p++)
		planes[p] = sim_address(n, host, p);
	memset(h->mem - SIM_GUARD, GUARD_BYTE, SIM_GUARD);
	memset(h->mem + n->host_bytes, GUARD_BYTE, SIM_GUARD);
	return ref_init(h->mem, n->host_bytes, &limits, &choices, &wire_layout_default, planes,
			&h->e);
}

enum result sim_init(void *mem, size_t size, const struct sim_config *config,
		     const struct sim_watch *watch, struct sim_net **out)
{
	struct cut c = { mem, 0 };
	size_t need = sim_size(config);
	struct sim_net *n;
	enum result r = RES_OK;

	if (need == 0)
		return RES_E_RANGE;
	if (size < need)
		return RES_E_SPACE;
	n = take(&c, 1, sizeof(*n));
	*n = (struct sim_net){ .config = *config, .random = config->seed };
	n->leaves = leaves_of(config);
	if (watch)
		n->watch = *watch;
	lay_out(&c, n);
	memset(n->heap.place, 0, (config->frames + config->hosts) * sizeof(*n->heap.place));
	for (uint32_t i = 0; i < config->frames; i++)
		n->frames[i].next_free = i + 1 < config->frames ? i + 1 : UINT32_MAX;
	make_links(n);
	for (unsigned h = 0; h < config->hosts && r == RES_OK; h++)
		r = make_host(n, h);
	n->config.host = NULL; /* the caller's, used up */
	*out = n;
	return r;
}

uint64_t sim_now(const struct sim_net *n)
{
	return n->now_ns;
}

struct ref_endpoint *sim_endpoint(struct sim_net *n, unsigned host)
{
	return n->hosts[host].e;
}

uint32_t sim_links(const struct sim_net *n)
{
	return n->link_count;
}

const struct sim_counts *sim_counts(const struct sim_net *n)
{
	return &n->counts;
}

uint32_t sim_on_the_way(const struct sim_net *n)
{
	return n->used_frames;
}

static bool is_guard(const uint8_t *b)
{
	for (unsigned i = 0; i < SIM_GUARD; i++)
		if (b[i] != GUARD_BYTE)
			return false;
	return true;
}

bool sim_is_intact(const struct sim_net *n)
{
	for (unsigned h = 0; h < n->config.hosts; h++) {
		const uint8_t *mem = n->hosts[h].mem;
		if (!is_guard(mem - SIM_GUARD) || !is_guard(mem + n->host_bytes))
			return false;
	}
	return true;
}
