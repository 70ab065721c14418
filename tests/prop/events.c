/* What happens to the network and to connections in the midst of the work. */
#include "tests/prop/world.h"

#include <string.h>

static void cut_off(struct world *w, unsigned host)
{
	w->hosts[host].is_cut_off = true;
	for (unsigned plane = 0; plane < w->s->net.planes; plane++) {
		unsigned leaf = host / w->s->net.leaf_hosts;
		sim_link_up(w->net, sim_link(w->net, SIM_HOST_LEAF, plane, host, leaf), false);
		sim_link_up(w->net, sim_link(w->net, SIM_LEAF_HOST, plane, leaf, host), false);
	}
}

/* SACK-4: an ACK that claims what cannot be, with a right CRC, has to be ignored whole.  Another
 * frame stays as it is. */
static void forge_ack(struct prop_frame *f, bool by_psn)
{
	struct wire_packet k;
	uint8_t bytes[sizeof(f->bytes)];
	size_t len;

	if (wire_decode(&wire_layout_default, 4791, f->bytes, f->len, &k, NULL) != RES_OK ||
	    k.kind != PKT_ACK)
		return;
	if (by_psn)
		k.ackh_cum_psn = wire_psn_add(k.ackh_cum_psn, 300);
	else
		k.ackh_cmsn += OPS_MAX;
	if (wire_encode(&wire_layout_default, &k, bytes, sizeof(bytes), &len) != RES_OK)
		return;
	memcpy(f->bytes, bytes, len);
	f->len = (uint32_t)len;
}

/* Old frames, some of them broken, forged, or mere noise. */
static void stray(struct world *w, const struct prop_event *e)
{
	struct prop_frame f;
	unsigned have = w->captures < CAPTURED ? w->captures : CAPTURED, what = e->b % 8;

	if (have == 0)
		return;
	f = w->captured[e->a % have];
	for (unsigned i = 0; what < 2 && i < 3; i++)
		f.bytes[14 + sim_below(&w->random, f.len - 14)] ^= 0x10;
	for (unsigned i = 0; what == 2 && i < f.len; i++)
		f.bytes[i] = (uint8_t)sim_random(&w->random);
	if (what == 3 || what == 4)
		forge_ack(&f, what == 3);
	if (sim_inject(w->net, f.host, f.plane, f.bytes, f.len, sim_now(w->net) + e->for_ns) ==
	    RES_OK)
		w->hits[FAULT_stray]++;
}

static uint16_t port_of(const struct world *w, unsigned conn, unsigned side, unsigned path)
{
	struct ref_path_tx tx;
	if (ref_query_path_tx(sim_endpoint(w->net, w->s->conns[conn].host[side]),
			      w->conns[conn].handle[side], path, &tx) != RES_OK)
		return 0;
	return tx.source_port;
}

/* Of a connection's side, as management would do it. */
static void manage(struct world *w, const struct prop_event *e)
{
	unsigned conn = e->a % w->s->conn_count, side = e->b % 2;
	unsigned host = w->s->conns[conn].host[side];
	unsigned path = e->b / 2 % w->s->conns[conn].params[side].paths;
	struct ref_endpoint *endpoint = sim_endpoint(w->net, host);
	int handle = w->conns[conn].handle[side];
	uint16_t port = port_of(w, conn, side, path);
	enum result r;

	if (w->conns[conn].is_over[side] || w->conns[conn].is_closed[side])
		return;
	if (e->kind == FAULT_repath)
		r = ref_path_repath(endpoint, handle, path, sim_now(w->net));
	else if (e->kind == FAULT_path_fail)
		r = ref_path_fail(endpoint, handle, path, sim_now(w->net));
	else
		r = ref_conn_close(endpoint, handle, CLOSE_NORMAL, sim_now(w->net));
	if (r == RES_OK)
		w->hits[e->kind]++;
	if (r == RES_OK && e->kind == FAULT_repath && port_of(w, conn, side, path) == port)
		world_fail(w, PATH_3, "path %u keeps source port %u", path, port);
	if (r == RES_OK && e->kind == FAULT_close)
		w->conns[conn].is_closed[side] = true;
	sim_wake(w->net, host);
}

/* PLACE-9: it may have to wait for responses, new packets are refused from the first call on. */
void world_deregister(struct world *w)
{
	for (unsigned i = 0; i < w->s->net.hosts; i++) {
		struct prop_host *h = &w->hosts[i];
		enum result r;
		if (!h->is_frozen || !h->is_registered)
			continue;
		r = ref_region_deregister(sim_endpoint(w->net, i), h->rkey);
		h->is_registered = r == RES_E_STATE;
		if (r != RES_OK && r != RES_E_STATE)
			world_fail(w, PLACE_9, "deregistration: %s", result_name(r));
	}
}

static void deregister(struct world *w, unsigned host)
{
	world_freeze(w, host);
	world_deregister(w);
	w->hits[FAULT_deregister]++;
}

void world_begin(struct world *w, unsigned i)
{
	const struct prop_event *e = &w->s->events[i];

	w->cut_off_before[i] = sim_counts(w->net)->cut_off;
	switch ((int)e->kind) {
	case FAULT_link_down:
		sim_link_up(w->net, e->a % sim_links(w->net), false);
		break;
	case FAULT_plane_down:
		sim_plane_up(w->net, e->a % w->s->net.planes, false);
		break;
	case FAULT_plane_lost:
		w->has_lost_plane = true;
		w->lost_plane = e->a % w->s->net.planes;
		sim_plane_up(w->net, w->lost_plane, false);
		break;
	case FAULT_blackout:
		cut_off(w, e->a % w->s->net.hosts);
		break;
	case FAULT_deregister:
		deregister(w, e->a % w->s->net.hosts);
		break;
	case FAULT_stray:
		stray(w, e);
		break;
	default:
		manage(w, e);
	}
}

void world_end(struct world *w, unsigned i)
{
	const struct prop_event *e = &w->s->events[i];

	if (e->kind != FAULT_link_down && e->kind != FAULT_plane_down)
		return;
	w->hits[e->kind] += sim_counts(w->net)->cut_off - w->cut_off_before[i];
	if (e->kind == FAULT_link_down)
		sim_link_up(w->net, e->a % sim_links(w->net), true);
	else
		sim_plane_up(w->net, e->a % w->s->net.planes, true);
	for (unsigned host = 0; host < w->s->net.hosts; host++)
		if (w->hosts[host].is_cut_off)
			cut_off(w, host);
}
