/* Slots of sent packets: which list they are in, and what acknowledging or losing one means. */
#include "reference/engine/endpoint.h"

void ref_slots_clear(struct ref_slots *l)
{
	l->first = NO_SLOT;
	l->last = NO_SLOT;
	l->count = 0;
}

void ref_slots_append(struct ref_path *p, struct ref_slots *l, struct ref_slot *s)
{
	uint16_t at = (uint16_t)(s - p->slots);
	s->prev = l->last;
	s->next = NO_SLOT;
	if (l->last == NO_SLOT)
		l->first = at;
	else
		p->slots[l->last].next = at;
	l->last = at;
	l->count++;
	p->conn->unanswered++;
}

void ref_slots_remove(struct ref_path *p, struct ref_slots *l, struct ref_slot *s)
{
	if (s->prev == NO_SLOT)
		l->first = s->next;
	else
		p->slots[s->prev].next = s->next;
	if (s->next == NO_SLOT)
		l->last = s->prev;
	else
		p->slots[s->next].prev = s->prev;
	l->count--;
	p->conn->unanswered--;
}

/* Takes a slot off the list it is in; its state is the caller's to set. */
void ref_slot_unlink(struct ref_path *p, struct ref_slot *s)
{
	if (s->state == SLOT_FLYING) {
		ref_slots_remove(p, &p->out.flying, s);
		p->conn->flying--;
	} else if (s->state == SLOT_LOST) {
		ref_slots_remove(p, &p->out.lost, s);
	}
}

bool ref_slot_is_hopeless(const struct ref_path *p, const struct ref_slot *s)
{
	return s->sends >= 2 * p->conn->params.path_fail_rtos + 2;
}

void ref_slot_lost(struct ref_path *p, struct ref_slot *s)
{
	ref_slot_unlink(p, s);
	s->state = SLOT_LOST;
	ref_slots_append(p, &p->out.lost, s);
}

/* The highest cumulatively acknowledged PSN follows (PSN-2). */
static void advance(struct ref_path *p)
{
	struct ref_path_out *out = &p->out;
	for (;;) {
		uint32_t next = wire_psn_add(out->cum, 1);
		if (!bits_get(&out->acked, next % WINDOW))
			return;
		bits_clear(&out->acked, next % WINDOW);
		path_slot(p, next)->state = SLOT_FREE;
		out->cum = next;
	}
}

/* The slot of the packet a copy was made of, NULL once that one is known to be accepted. */
struct ref_slot *ref_slot_origin(const struct ref_conn *c, const struct ref_slot *copy)
{
	struct ref_path *home = &c->paths[copy->orig_path];
	struct ref_slot *s = path_slot(home, copy->orig_psn);
	if (s->psn != copy->orig_psn || s->state == SLOT_FREE || s->state == SLOT_ACKED)
		return NULL;
	return s;
}

static void acked(struct ref_path *p, struct ref_slot *s)
{
	ref_slot_unlink(p, s);
	s->state = SLOT_ACKED;
	bits_set(&p->out.acked, s->psn % WINDOW);
	advance(p);
}

/* A copy stands for its original, which alone is counted. */
void ref_slot_settle(struct ref_path *p, struct ref_slot *s, uint64_t now_ns)
{
	if ((s->flags & SLOT_COPY) != 0)
		s = ref_slot_origin(p->conn, s);
	if (!s || (s->flags & SLOT_SETTLED) != 0)
		return;
	s->flags |= SLOT_SETTLED;
	ref_msg_acked(p->conn, &s->load, now_ns);
}

void ref_slot_acked(struct ref_path *p, struct ref_slot *s, uint64_t now_ns)
{
	struct ref_conn *c = p->conn;
	struct ref_slot *origin;

	acked(p, s);
	if ((s->flags & SLOT_COPY) == 0) {
		ref_slot_settle(p, s, now_ns);
		return;
	}
	/* PATH-13: the original is acknowledged with its copy; RTX-12: not by a NOP. */
	origin = ref_slot_origin(c, s);
	if (origin && (s->flags & SLOT_NOP) == 0) {
		acked(&c->paths[s->orig_path], origin);
		ref_path_refresh(&c->paths[s->orig_path]);
		ref_slot_settle(&c->paths[s->orig_path], origin, now_ns);
	}
}

void ref_slots_drop(struct ref_path *p)
{
	for (uint32_t psn = wire_psn_add(p->out.cum, 1); psn != p->out.next_psn;
	     psn = wire_psn_add(psn, 1)) {
		struct ref_slot *s = path_slot(p, psn);
		if (s->state != SLOT_ACKED && (s->flags & (SLOT_SETTLED | SLOT_COPY)) == 0)
			ref_msg_dropped(p->conn, &s->load);
		s->flags |= SLOT_SETTLED;
	}
}
