/* Links: a queue before a wire.  The queue is a time: what has been taken will have been sent at
 * free_ns; what stands before a new frame follows from it. */
#include "reference/sim/net_private.h"

static const struct sim_wire *wire_of(const struct sim_net *n, const struct sim_link *l)
{
	bool is_edge = l->kind == SIM_HOST_LEAF || l->kind == SIM_LEAF_HOST;
	return is_edge ? &n->config.edge : &n->config.core;
}

static uint64_t send_ns(const struct sim_wire *w, uint32_t bytes)
{
	return bytes * UINT64_C(8000000) / w->rate_kbps;
}

static uint64_t waiting_bytes(const struct sim_net *n, const struct sim_wire *w,
			      const struct sim_link *l)
{
	uint64_t ns = l->free_ns > n->now_ns ? l->free_ns - n->now_ns : 0;
	return ns * w->rate_kbps / 8000000;
}

static void end(struct sim_net *n, uint32_t frame, uint64_t *count)
{
	(*count)++;
	sim_frame_free(n, frame);
}

/* It has been sent in its turn; it arrives so much later than it might. */
static void depart(struct sim_net *n, uint32_t link, uint32_t frame, uint64_t extra_ns)
{
	struct sim_link *l = &n->links[link];
	struct sim_frame *f = &n->frames[frame];
	f->link = link;
	f->plane = l->plane;
	f->falls = l->falls;
	f->serial = l->entered++;
	sim_heap_put(&n->heap, frame, l->free_ns + wire_of(n, l)->delay_ns + extra_ns);
}

static void copy(struct sim_net *n, uint32_t link, uint32_t frame)
{
	uint32_t twin = sim_frame_new(n, sim_bytes(n, frame), n->frames[frame].len);
	if (twin == UINT32_MAX)
		return;
	n->counts.copied++;
	depart(n, link, twin, sim_below(&n->random, n->links[link].odds.delay_ns + 1));
}

/* Waits behind the others; cut to its headers it finds room where whole it finds none. */
static bool enter_queue(struct sim_net *n, struct sim_link *l, uint32_t frame)
{
	const struct sim_wire *w = wire_of(n, l);
	uint64_t waiting = waiting_bytes(n, w, l);
	struct sim_frame *f = &n->frames[frame];

	if (waiting + f->len > w->buffer_bytes && !(w->trims && sim_frame_trim(n, frame)))
		return false;
	if (w->mark_bytes != 0 && waiting >= w->mark_bytes)
		(void)sim_frame_mark(n, frame);
	l->free_ns = (l->free_ns > n->now_ns ? l->free_ns : n->now_ns) + send_ns(w, f->len);
	return true;
}

void sim_link_take(struct sim_net *n, uint32_t link, uint32_t frame)
{
	struct sim_link *l = &n->links[link];
	const struct sim_odds *o = &l->odds;
	uint64_t extra_ns = 0;

	if (l->is_down || n->is_plane_down[l->plane]) {
		end(n, frame, &n->counts.cut_off);
		return;
	}
	if (sim_chance(&n->random, o->lose)) {
		end(n, frame, &n->counts.lost);
		return;
	}
	if (!enter_queue(n, l, frame)) {
		end(n, frame, &n->counts.overflowed);
		return;
	}
	if (sim_chance(&n->random, o->mark))
		(void)sim_frame_mark(n, frame);
	if (sim_chance(&n->random, o->trim))
		(void)sim_frame_trim(n, frame);
	if (sim_chance(&n->random, o->damage))
		sim_frame_damage(n, frame);
	if (sim_chance(&n->random, o->delay)) {
		extra_ns = sim_below(&n->random, o->delay_ns + 1);
		n->counts.delayed++;
	}
	depart(n, link, frame, extra_ns);
	if (sim_chance(&n->random, o->copy))
		copy(n, link, frame);
}

bool sim_link_leave(struct sim_net *n, uint32_t frame)
{
	struct sim_frame *f = &n->frames[frame];
	struct sim_link *l = &n->links[f->link];

	if (l->is_down || f->falls != l->falls || n->is_plane_down[l->plane]) {
		end(n, frame, &n->counts.cut_off);
		return false;
	}
	if (f->serial < l->left)
		n->counts.overtaken++;
	else
		l->left = f->serial;
	return true;
}

void sim_link_odds(struct sim_net *n, uint32_t link, const struct sim_odds *odds)
{
	n->links[link].odds = *odds;
}

void sim_link_up(struct sim_net *n, uint32_t link, bool is_up)
{
	struct sim_link *l = &n->links[link];
	if (!is_up && !l->is_down)
		l->falls++;
	l->is_down = !is_up;
}

void sim_plane_up(struct sim_net *n, unsigned plane, bool is_up)
{
	n->is_plane_down[plane] = !is_up;
}
