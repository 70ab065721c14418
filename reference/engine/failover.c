/* Failure and return of a path (PATH-5, PATH-6, PATH-8).  A packet has one carrier at a time: the
 * PSN it was first sent under, or its latest copy; only that one moves on. */
#include "reference/engine/endpoint.h"

enum { FAIL_SHIFT_MAX = 4 }; /* 16-fold */

static unsigned live_paths(const struct ref_conn *c)
{
	unsigned n = 0;
	for (unsigned i = 0; i < c->params.paths; i++)
		n += c->paths[i].is_live;
	return n;
}

/* In PSN order: what is to go out elsewhere waits in the lost list, the rest for the return. */
static void give_up(struct ref_path *p, uint64_t now_ns)
{
	for (uint32_t psn = wire_psn_add(p->out.cum, 1); psn != p->out.next_psn;
	     psn = wire_psn_add(psn, 1)) {
		struct ref_slot *s = path_slot(p, psn);
		if (s->state == SLOT_ACKED)
			continue;
		ref_slot_unlink(p, s);
		s->state = SLOT_MOVED;
		if ((s->flags & SLOT_NOP) != 0)
			ref_slot_settle(p, s, now_ns);
		else if ((s->flags & SLOT_AWAY) == 0)
			ref_slot_lost(p, s);
	}
}

void ref_path_down(struct ref_path *p, uint64_t now_ns)
{
	struct ref_path_out *out = &p->out;
	struct ref_conn *c = p->conn;

	out->timeouts = 0;
	if (!p->is_live)
		return;
	if (live_paths(c) == 1) {
		ref_port_change(p); /* PATH-5, PATH-10: the last one goes on */
		return;
	}
	if (out->has_progress)
		out->fail_shift = 0;
	else if (out->fail_shift < FAIL_SHIFT_MAX)
		out->fail_shift++;
	out->has_progress = false;
	c->window -= out->cwnd;
	p->is_live = false;
	out->is_forced = false;
	out->old_port_ns = REF_NEVER;
	give_up(p, now_ns);
	ref_conn_rests(c);
	out->next_probe_ns = now_ns; /* at once */
	ref_path_refresh(p);
	ref_path_arm(p);
}

void ref_path_up(struct ref_path *p)
{
	struct ref_path_out *out = &p->out;
	struct ref_conn *c = p->conn;

	p->is_live = true;
	ref_cc_return(p);
	out->next_probe_ns = REF_NEVER;
	bits_clear(&c->knock, p->id);
	for (uint32_t psn = wire_psn_add(out->cum, 1); psn != out->next_psn;
	     psn = wire_psn_add(psn, 1)) {
		struct ref_slot *s = path_slot(p, psn);
		if (s->state != SLOT_ACKED)
			ref_slot_lost(p, s);
	}
	ref_path_refresh(p);
}

enum result ref_path_fail(struct ref_endpoint *e, int conn, unsigned path, uint64_t now_ns)
{
	struct ref_conn *c = ref_conn_at(e, conn);

	ref_clock(e, now_ns);
	if (!c || path >= c->params.paths)
		return RES_E_UNKNOWN;
	if (!c->paths[path].is_live)
		return RES_OK;
	if (live_paths(c) == 1)
		return RES_E_STATE;
	ref_path_down(&c->paths[path], now_ns);
	ref_conn_ready(c);
	return RES_OK;
}
