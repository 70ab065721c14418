/* Opening a connection: what is refused and why (LIFE-4), and the initial state. */
#include "reference/engine/endpoint.h"

#include <string.h>

static const struct ref_param *row(const char *name)
{
	for (size_t i = 0; i < ref_params_count; i++)
		if (strcmp(ref_params_table[i].name, name) == 0)
			return &ref_params_table[i];
	return NULL;
}

/* LIFE-4: beyond what this endpoint can hold.  The name of the parameter, NULL if all fits. */
static const char *beyond_limits(const struct ref_limits *l, const struct ref_params *p)
{
	if (p->paths > l->paths)
		return "paths";
	if (p->streams > l->streams)
		return "streams";
	if (p->msg_window > l->msg_window)
		return "msg_window";
	if ((uint64_t)p->streams * p->msg_window > l->msg_state)
		return "msg_state";
	if (p->send_depth > l->send_depth)
		return "send_depth";
	if (p->recv_depth > l->recv_depth)
		return "recv_depth";
	return NULL;
}

static bool are_sides_possible(const struct ref_endpoint *e, const struct ref_conn_config *c)
{
	if (c->local.conn_id > 0xFFFFFF || c->peer.conn_id > 0xFFFFFF ||
	    c->peer.plane_count > REF_PLANES_MAX)
		return false;
	for (uint32_t i = 0; i < c->params.paths; i++) {
		unsigned plane = c->path_plane[i];
		if (plane >= e->limits.planes || plane >= c->peer.plane_count ||
		    e->planes[plane].is_v6 != c->peer.planes[plane].is_v6 ||
		    c->local.initial_psn[i] > 0xFFFFFF || c->peer.initial_psn[i] > 0xFFFFFF)
			return false;
	}
	return true;
}

/* ENC-2: of the source ports asked for no two are the same. */
static bool are_ports_distinct(const struct ref_conn_config *c)
{
	for (uint32_t i = 0; i < c->params.paths; i++)
		for (uint32_t k = 0; k < i && c->source_port[i] != 0; k++)
			if (c->source_port[i] == c->source_port[k])
				return false;
	return true;
}

/* LIFE-2: whether a number still rests. */
static bool is_resting(struct ref_endpoint *e, uint32_t id, uint64_t now_ns)
{
	while (e->rest_count > 0 && e->rest[e->rest_head].until_ns <= now_ns) {
		e->rest_head = (e->rest_head + 1) % e->rest_size;
		e->rest_count--;
	}
	for (uint32_t i = 0; i < e->rest_count; i++) {
		const struct ref_rest *r = &e->rest[(e->rest_head + i) % e->rest_size];
		if (r->id == id && r->until_ns > now_ns)
			return true;
	}
	return false;
}

static enum result may_open(struct ref_endpoint *e, const struct ref_conn_config *c,
			    uint64_t now_ns, const struct ref_param **which)
{
	const char *name;
	enum result r = ref_params_check(&c->params, which);
	if (r != RES_OK)
		return r;
	name = beyond_limits(&e->limits, &c->params);
	if (name && which)
		*which = row(name);
	if (name || !are_sides_possible(e, c) || !are_ports_distinct(c))
		return RES_E_RANGE;
	if (ref_idmap_find(&e->conn_ids, c->local.conn_id) != IDMAP_NONE ||
	    is_resting(e, c->local.conn_id, now_ns))
		return RES_E_STATE;
	/* A close needs a place for its number to rest. */
	if (e->free_conns_count == 0 ||
	    e->rest_count + (e->limits.connections - e->free_conns_count) >= e->rest_size)
		return RES_E_SPACE;
	return RES_OK;
}

static void open_path(struct ref_conn *c, const struct ref_conn_config *config, unsigned i)
{
	struct ref_path *p = &c->paths[i];
	struct ref_slot *slots = p->slots;

	memset(p, 0, sizeof(*p));
	p->slots = slots;
	for (unsigned s = 0; s < WINDOW; s++) {
		slots[s].state = SLOT_FREE;
		slots[s].stamp = 0;
		slots[s].psn = 1u << 24; /* none */
	}
	p->conn = c;
	p->item = c->item + 1 + i;
	p->id = (uint8_t)i;
	p->plane = config->path_plane[i];
	p->is_live = true;
	p->in.cum = wire_psn_add(config->peer.initial_psn[i], -1);
	p->in.top = p->in.cum;
	p->in.ack_due_ns = REF_NEVER;
	p->in.turned_ns = REF_NEVER;
	p->out.initial_psn = config->local.initial_psn[i];
	p->out.next_psn = p->out.initial_psn;
	p->out.cum = wire_psn_add(p->out.initial_psn, -1);
	ref_slots_clear(&p->out.flying);
	ref_slots_clear(&p->out.lost);
	p->out.old_port_ns = REF_NEVER;
	p->out.probe_ns = REF_NEVER;
	p->out.next_probe_ns = REF_NEVER;
	p->out.has_progress = true;
	p->out.asked_ns = REF_NEVER;
}

/* What stays from one connection of a slot to the next is where its memory is. */
static void reset(struct ref_conn *c)
{
	struct ref_conn fresh = {
		.ep = c->ep, .item = c->item, .index = c->index, .paths = c->paths
	};
	fresh.msg.streams = c->msg.streams;
	fresh.msg.work = c->msg.work;
	fresh.msg.receives = c->msg.receives;
	fresh.msg.messages = c->msg.messages;
	fresh.msg.claims = c->msg.claims;
	fresh.msg.responses = c->msg.responses;
	*c = fresh;
	list_init(&c->ready);
	list_init(&c->active);
}

static void fill(struct ref_conn *c, const struct ref_conn_config *config)
{
	c->params = config->params;
	c->id = config->local.conn_id;
	c->peer_id = config->peer.conn_id;
	c->domain = config->domain;
	c->plane_count = config->peer.plane_count;
	memcpy(c->peer_planes, config->peer.planes, sizeof(c->peer_planes));
	memcpy(c->peer_psn, config->peer.initial_psn, sizeof(c->peer_psn));
	c->silent_ns = REF_NEVER;
	c->spray = c->params.paths - 1;
	c->ask_path = c->params.paths - 1;
	for (unsigned i = 0; i < c->params.paths; i++)
		open_path(c, config, i);
	for (unsigned i = 0; i < c->params.paths; i++)
		c->paths[i].out.port = config->source_port[i];
	for (unsigned i = 0; i < c->params.paths; i++) {
		if (c->paths[i].out.port == 0)
			c->paths[i].out.port = ref_port_choose(c, i);
		ref_cc_open(&c->paths[i]);
		ref_path_refresh(&c->paths[i]);
	}
	c->msg.ask_interval_ns = ref_path_rto(&c->paths[0]);
	ref_msg_open(c);
}

enum result ref_conn_open(struct ref_endpoint *e, const struct ref_conn_config *c, uint64_t now_ns,
			  int *conn, const struct ref_param **which)
{
	struct ref_conn *slot;
	enum result r;

	ref_clock(e, now_ns);
	if (which)
		*which = NULL;
	r = may_open(e, c, now_ns, which);
	if (r != RES_OK)
		return r;
	slot = &e->conns[e->free_conns[--e->free_conns_count]];
	reset(slot);
	fill(slot, c);
	slot->state = CONN_OPEN;
	ref_idmap_add(&e->conn_ids, slot->id, slot->index);
	e->udp_port = (uint16_t)slot->params.udp_port;
	*conn = (int)slot->index;
	return RES_OK;
}
