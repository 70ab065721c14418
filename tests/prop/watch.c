/* The observer: which connection, side and path a frame is about, and then whose rules. */
#include "tests/prop/watch.h"

#include "tests/prop/world.h"

#include <string.h>

void watch_open(struct world *w, unsigned conn)
{
	for (unsigned side = 0; side < 2; side++) {
		const struct ref_conn_config *c = &w->conns[conn].config[side];
		struct watch_side *s = &w->watch.sides[conn][side];
		memset(s, 0, sizeof(*s));
		for (unsigned i = 0; i < c->params.paths; i++) {
			s->paths[i].initial = s->paths[i].next = c->local.initial_psn[i];
			s->paths[i].cum = wire_psn_add(s->paths[i].next, -1);
			s->paths[i].in_cum = wire_psn_add(c->peer.initial_psn[i], -1);
			s->paths[i].in_top = s->paths[i].in_cum;
			s->paths[i].owed_ns = s->paths[i].first_ns = REF_NEVER;
		}
	}
}

/* The connection and side a number names: they are given out two by two, from 1. */
static bool find(const struct world *w, uint32_t id, unsigned *conn, unsigned *side)
{
	*conn = (id - 1) / 2;
	*side = (id - 1) % 2;
	return id >= 1 && *conn < w->s->conn_count;
}

static bool is_open(const struct world *w, unsigned conn, unsigned side)
{
	return !w->conns[conn].is_closed[side] && !w->conns[conn].is_over[side];
}

void watch_sent(struct world *w, unsigned host, unsigned plane, const uint8_t *frame, size_t len)
{
	struct wire_packet *k = &w->watch.packet;
	unsigned conn, side;

	w->watch.frames++;
	if (wire_decode(&wire_layout_default, 4791, frame, len, k, NULL) != RES_OK ||
	    !find(w, k->base_dst_conn, &conn, &side)) {
		world_fail(w, ENC_9, "host %u sent a frame that is none", host);
		return;
	}
	side = 1 - side;
	if (w->s->conns[conn].host[side] != host ||
	    w->conns[conn].config[side].path_plane[k->path_id] != plane) {
		world_fail(w, PLANE_1, "host %u, plane %u: not where path %u runs", host, plane,
			   k->path_id);
		return;
	}
	if (!is_open(w, conn, side))
		return;
	watch_tx_port(w, conn, side, k->path_id, (uint16_t)k->udp_sport);
	if (k->kind == PKT_ACK)
		watch_rx_ack(w, conn, side, k);
	else if (wire_is_sequenced(k->kind))
		watch_tx_sent(w, conn, side, k);
	else if (k->kind == PKT_PROBE)
		w->seen[SEEN_probes]++;
}

static void capture(struct world *w, unsigned host, unsigned plane, const uint8_t *frame,
		    size_t len)
{
	struct prop_frame *f = &w->captured[w->captures % CAPTURED];
	if (!scenario_has(w->s, FAULT_stray) || len > sizeof(f->bytes) ||
	    sim_below(&w->random, 8) != 0)
		return;
	w->captures++;
	f->host = host;
	f->plane = plane;
	f->len = (uint32_t)len;
	memcpy(f->bytes, frame, len);
}

void watch_arrived(struct world *w, unsigned host, unsigned plane, const uint8_t *frame, size_t len)
{
	struct wire_packet *k = &w->watch.packet;
	unsigned conn, side;

	capture(w, host, plane, frame, len);
	if (wire_decode(&wire_layout_default, 4791, frame, len, k, NULL) != RES_OK ||
	    !find(w, k->base_dst_conn, &conn, &side) || w->s->conns[conn].host[side] != host ||
	    !is_open(w, conn, side))
		return;
	watch_rx_late(w, conn, side);
	if (k->kind == PKT_ACK)
		watch_tx_ack(w, conn, side, k);
	else
		watch_rx_arrived(w, conn, side, k);
}
