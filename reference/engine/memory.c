/* Every byte an endpoint will ever use, as a function of its limits (ROB-3).  Big tables are only
 * cut here, not written: what a connection does not use is never touched. */
#include "reference/engine/memory.h"

#include "reference/engine/arena.h"
#include "reference/engine/stream.h"

#include <string.h>

static bool are_possible(const struct ref_limits *l)
{
	return l->connections >= 1 && l->connections <= 1u << 24 && l->paths >= 1 &&
	       l->paths <= REF_PATHS_MAX && l->streams >= 1 && l->streams <= 65536 &&
	       l->msg_window >= 1 && l->msg_window <= 65535 && l->msg_state >= 1 &&
	       l->send_depth >= 1 && l->recv_depth >= 1 && l->planes >= 1 &&
	       l->planes <= REF_PLANES_MAX && l->regions <= 1u << 24 && l->cq_depth <= 1u << 28;
}

static void cut_map(struct ref_arena *a, struct ref_idmap *m, uint32_t ids)
{
	uint32_t buckets = ref_idmap_buckets(ids);
	m->mask = buckets - 1;
	m->bucket = arena_take(a, buckets, sizeof(uint32_t));
	m->next = arena_take(a, ids, sizeof(uint32_t));
	m->key = arena_take(a, ids, sizeof(uint32_t));
}

static void cut_endpoint(struct ref_arena *a, struct ref_endpoint *e, const struct ref_limits *l)
{
	size_t items = (size_t)l->connections * (l->paths + 1);

	e->conns = arena_take(a, l->connections, sizeof(struct ref_conn));
	e->free_conns = arena_take(a, l->connections, sizeof(uint32_t));
	e->regions = arena_take(a, l->regions, sizeof(struct ref_region));
	e->region_use = arena_take(a, l->regions, sizeof(struct ref_region_use));
	e->free_regions = arena_take(a, l->regions, sizeof(uint32_t));
	cut_map(a, &e->conn_ids, l->connections);
	cut_map(a, &e->keys, l->regions);
	e->timers.heap = arena_take(a, items, sizeof(struct ref_timer_key));
	e->timers.place = arena_take(a, items, sizeof(uint32_t));
	e->cq_size = l->cq_depth + l->connections; /* one more each for the close */
	e->cq = arena_take(a, e->cq_size, sizeof(struct ref_completion));
	e->rest_size = 4 * l->connections + 64;
	e->rest = arena_take(a, e->rest_size, sizeof(struct ref_rest));
}

static void cut_conn(struct ref_arena *a, struct ref_conn *c, const struct ref_limits *l)
{
	struct ref_slot *slots;

	c->paths = arena_take(a, l->paths, sizeof(struct ref_path));
	slots = arena_take(a, (size_t)l->paths * WINDOW, sizeof(struct ref_slot));
	for (uint32_t p = 0; a->base && p < l->paths; p++)
		c->paths[p].slots = slots + (size_t)p * WINDOW;
	c->msg.streams = arena_take(a, l->streams, sizeof(struct ref_stream));
	c->msg.work = arena_take(a, l->msg_state, sizeof(struct ref_work_slot));
	c->msg.receives = arena_take(a, l->msg_state, sizeof(struct ref_receive));
	c->msg.messages = arena_take(a, l->msg_state, sizeof(struct ref_message));
	c->msg.claims = arena_take(a, l->msg_state, sizeof(struct ref_claim));
	c->msg.responses = arena_take(a, l->msg_state, sizeof(struct ref_response));
}

static void fill(struct ref_endpoint *e, const struct ref_limits *l)
{
	e->limits = *l;
	ref_idmap_clear(&e->conn_ids);
	ref_idmap_clear(&e->keys);
	memset(e->timers.place, 0, (size_t)l->connections * (l->paths + 1) * sizeof(uint32_t));
	list_init(&e->ready);
	list_init(&e->active);
	for (uint32_t i = 0; i < l->connections; i++)
		e->free_conns[i] = l->connections - 1 - i;
	e->free_conns_count = l->connections;
	for (uint32_t i = 0; i < l->regions; i++)
		e->free_regions[i] = l->regions - 1 - i;
	e->free_regions_count = l->regions;
}

size_t ref_memory_layout(uint8_t *mem, const struct ref_limits *limits, struct ref_endpoint **out)
{
	struct ref_arena a = { .base = mem };
	struct ref_endpoint counting, *e;
	struct ref_conn unused = { .ep = NULL };

	if (!are_possible(limits))
		return 0;
	e = arena_take(&a, 1, sizeof(struct ref_endpoint));
	if (!e)
		e = &counting;
	memset(e, 0, sizeof(*e));
	cut_endpoint(&a, e, limits);
	for (uint32_t i = 0; i < limits->connections && !a.is_over; i++) {
		struct ref_conn *c = mem ? &e->conns[i] : &unused;
		memset(c, 0, sizeof(*c));
		c->ep = e;
		c->index = i;
		c->item = i * (limits->paths + 1);
		cut_conn(&a, c, limits);
	}
	if (a.is_over)
		return 0;
	if (mem) {
		fill(e, limits);
		*out = e;
	}
	return a.used;
}
