/* Sends sequenced packets and PROBEs of one path: new ones, repairs, and what a repair may still
 * say.  When they may go is decided here by window and order, which path by spray.c. */
#include "reference/engine/endpoint.h"

uint32_t ref_path_stamp(struct ref_path *p, uint32_t psn)
{
	struct ref_path_out *out = &p->out;
	out->count = (out->count + 1) & 0xFFFFFF;
	if (out->count == 0)
		out->count = 1; /* a timestamp of 0 stands for none (HDR-4) */
	return out->count << 8 | psn % WINDOW;
}

/* PSN-2, CC-4, RTX-1: a new packet waits for windows and for the path's own repairs. */
static bool is_open(const struct ref_path *p)
{
	const struct ref_path_out *out = &p->out;
	return p->is_live && out->flying.count < out->cwnd && out->lost.count == 0 &&
	       !out->is_forced && wire_psn_diff(out->next_psn, out->cum) <= WINDOW;
}

void ref_path_refresh(struct ref_path *p)
{
	struct ref_conn *c = p->conn;
	bits_put(&c->live, p->id, p->is_live);
	bits_put(&c->forced, p->id, p->is_live && p->out.is_forced);
	bits_put(&c->repair, p->id, p->is_live && p->out.lost.count > 0);
	bits_put(&c->open, p->id, is_open(p));
	bits_put(&c->reroute, p->id, !p->is_live && p->out.lost.count > 0);
}

/* RTX-12, PATH-13: what may no longer be sent becomes a NOP, and stays one; PATH-12: an original
 * whose packet is still wanted never does. */
static bool fill(struct ref_path *p, struct ref_slot *s, struct wire_packet *k)
{
	struct ref_conn *c = p->conn;
	if ((s->flags & SLOT_NOP) != 0 || !ref_msg_is_wanted(c, &s->load))
		return false;
	if ((s->flags & SLOT_COPY) != 0) {
		/* PATH-8: a copy that went on elsewhere is sent there. */
		if ((s->flags & SLOT_AWAY) != 0 || !ref_slot_origin(c, s))
			return false;
		k->path_rerouted = 1;
		k->reroute_orig_path = s->orig_path;
		k->reroute_orig_psn = s->orig_psn;
	}
	ref_msg_fill(c, &s->load, k);
	return true;
}

static size_t transmit(struct ref_path *p, struct ref_slot *s, uint64_t now_ns, uint8_t *out,
		       size_t cap)
{
	struct wire_packet *k = ref_frame_begin(p, (enum wire_kind)s->load.kind, s->psn);
	size_t len;

	if (!fill(p, s, k)) {
		s->flags |= SLOT_NOP;
		if (!ref_msg_is_wanted(p->conn, &s->load))
			ref_slot_settle(p, s, now_ns);
		k = ref_frame_begin(p, PKT_NOP, s->psn);
	}
	k->base_rtx = s->sends > 0; /* RTX-3 */
	s->stamp = ref_path_stamp(p, s->psn);
	k->path_timestamp = s->stamp;
	ref_slot_unlink(p, s);
	s->state = SLOT_FLYING;
	ref_slots_append(p, &p->out.flying, s);
	p->conn->flying++;
	s->sent_ns = now_ns;
	s->epoch = p->out.epoch;
	s->flags &= (uint8_t)~SLOT_FIRST;
	if (s->sends < UINT8_MAX)
		s->sends++;
	p->out.sent++;
	p->out.last_sent_ns = now_ns;
	if (k->base_rtx) {
		p->out.retransmitted++;
		p->conn->ep->counters.tx_retransmitted++;
	}
	ref_conn_waits(p->conn, now_ns);
	ref_path_refresh(p);
	ref_path_arm(p);
	/* ACK-2: with nothing more to come, an answer at once saves the receiver's delay. */
	k->base_ack_req = !ref_msg_has_next(p->conn) || !bits_any(&p->conn->open);
	len = ref_frame_end(p, k, out, cap);
	ref_pace_sent(p->conn, len - ref_frame_link_bytes(k), now_ns);
	return len;
}

/* PSN-1: the slot of the next PSN of the path. */
static struct ref_slot *new_slot(struct ref_path *p, uint64_t now_ns)
{
	struct ref_path_out *o = &p->out;
	struct ref_slot *s = path_slot(p, o->next_psn);

	ref_cc_idle(p, now_ns);
	s->state = SLOT_FREE;
	s->psn = o->next_psn;
	s->flags = 0;
	s->sends = 0;
	o->next_psn = wire_psn_add(o->next_psn, 1);
	if (o->flying.count + 1u >= o->cwnd)
		o->is_limited = true;
	return s;
}

size_t ref_path_send_new(struct ref_path *p, uint64_t now_ns, uint8_t *out, size_t cap)
{
	struct ref_slot *s = new_slot(p, now_ns);
	ref_msg_next(p->conn, &s->load);
	return transmit(p, s, now_ns, out, cap);
}

size_t ref_path_send_copy(struct ref_path *p, struct ref_path *from, uint64_t now_ns, uint8_t *out,
			  size_t cap)
{
	struct ref_slot *old = &from->slots[from->out.lost.first], *s;
	bool is_copy = (old->flags & SLOT_COPY) != 0;

	ref_slot_unlink(from, old);
	old->state = SLOT_MOVED;
	ref_path_refresh(from);
	if (!ref_msg_is_wanted(p->conn, &old->load)) {
		ref_slot_settle(from, old, now_ns); /* RTX-12 */
		ref_conn_rests(p->conn);
		return 0;
	}
	if (is_copy && !ref_slot_origin(p->conn, old))
		return 0; /* PATH-13: known to be accepted meanwhile */
	old->flags |= SLOT_AWAY;
	s = new_slot(p, now_ns);
	s->load = old->load;
	s->flags = SLOT_COPY;
	/* PATH-8: a packet rerouted again keeps its first origin. */
	s->orig_path = is_copy ? old->orig_path : from->id;
	s->orig_psn = is_copy ? old->orig_psn : old->psn;
	return transmit(p, s, now_ns, out, cap);
}

/* RTX-5: the oldest unacknowledged packet, whatever the window says (CC-4). */
size_t ref_path_send_forced(struct ref_path *p, uint64_t now_ns, uint8_t *out, size_t cap)
{
	uint32_t psn = wire_psn_add(p->out.cum, 1);
	p->out.is_forced = false;
	ref_path_refresh(p);
	if (psn == p->out.next_psn)
		return 0;
	return transmit(p, path_slot(p, psn), now_ns, out, cap);
}

size_t ref_path_send_repair(struct ref_path *p, uint64_t now_ns, uint8_t *out, size_t cap)
{
	struct ref_slot *s = &p->slots[p->out.lost.first];
	bool has_room = p->out.flying.count < p->out.cwnd && p->conn->flying < p->conn->window;
	if (!(has_room && ref_pace_is_free(p->conn, now_ns)) && (s->flags & SLOT_FIRST) == 0) {
		ref_path_arm(p); /* what holds it back decides whether the timer runs */
		return 0;
	}
	return transmit(p, s, now_ns, out, cap);
}

size_t ref_path_send_probe(struct ref_path *p, uint32_t stream, uint64_t now_ns, uint8_t *out,
			   size_t cap)
{
	struct ref_path_out *o = &p->out;
	struct wire_packet *k = ref_frame_begin(p, PKT_PROBE, o->probe_number);

	o->probe_number = (o->probe_number + 1) & 0xFFFFFF;
	o->probe_stamp = ref_path_stamp(p, 0);
	o->probe_ns = now_ns;
	k->path_timestamp = o->probe_stamp;
	k->base_rtx = o->is_probe_missed;
	k->msg_stream = stream;
	p->conn->ep->counters.tx_probes++;
	ref_path_arm(p);
	return ref_frame_end(p, k, out, cap);
}
