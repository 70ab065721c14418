/* What a connection sends next: answers first, then what repairs, then what is new; and its
 * deadlines.  Each step writes one frame or leaves it to the next. */
#include "reference/engine/endpoint.h"

struct frame {
	struct ref_path *path;
	uint64_t now_ns;
	uint8_t *out;
	size_t cap;
};

static size_t ack_step(struct ref_conn *c, struct frame *f)
{
	int due = bits_next(&c->ack_due, 0);
	unsigned path = (unsigned)due;
	uint64_t due_ns;

	/* ACK-6: a changed stream, on the path that caused it. */
	if (due < 0 && (ref_msg_changed(c, &path, &due_ns) < 0 || due_ns > f->now_ns))
		return 0;
	f->path = &c->paths[path];
	return ref_ack_output(f->path, f->out, f->cap);
}

static size_t forced_step(struct ref_conn *c, struct frame *f)
{
	for (;;) {
		int path = bits_next(&c->forced, 0);
		if (path < 0)
			return 0;
		f->path = &c->paths[path];
		size_t len = ref_path_send_forced(f->path, f->now_ns, f->out, f->cap);
		if (len > 0)
			return len;
	}
}

/* PROBE-2: a live path that has had no such PROBE for one RTO, in turn. */
static struct ref_path *ask_path(struct ref_conn *c, uint64_t now_ns)
{
	uint64_t first_ns = REF_NEVER;
	for (unsigned n = 0; n < c->params.paths; n++) {
		int path = bits_next(&c->live, c->ask_path + 1);
		if (path < 0)
			break;
		struct ref_path *p = &c->paths[path];
		uint64_t free_ns = p->out.asked_ns + ref_path_rto_backed_off(p);
		c->ask_path = (unsigned)path;
		if (p->out.asked_ns == REF_NEVER || free_ns <= now_ns)
			return p;
		first_ns = free_ns < first_ns ? free_ns : first_ns;
	}
	c->ask_after_ns = first_ns;
	return NULL;
}

/* PROBE-2: one RTO, of the path whose turn it is. */
static void set_ask_interval(struct ref_conn *c)
{
	int path = c->msg.asking_count == 0 ? -1 : bits_next(&c->live, c->ask_path + 1);
	if (path >= 0)
		c->msg.ask_interval_ns = ref_path_rto(&c->paths[path]);
}

static size_t probe_step(struct ref_conn *c, struct frame *f)
{
	set_ask_interval(c);
	int stream = c->ask_after_ns > f->now_ns ? -1 : ref_msg_ask(c, f->now_ns);
	struct ref_path *p = stream < 0 ? NULL : ask_path(c, f->now_ns);
	if (!p)
		return 0;
	p->out.asked_ns = f->now_ns;
	p->out.is_probe_asking = true;
	c->is_asking = true;
	ref_conn_waits(c, f->now_ns);
	ref_msg_asked(c, (uint32_t)stream, f->now_ns);
	f->path = p;
	return ref_path_send_probe(p, (uint32_t)stream, f->now_ns, f->out, f->cap);
}

static size_t repair_step(struct ref_conn *c, struct frame *f)
{
	struct bits256 left = c->repair;
	for (int i = bits_next(&left, 0); i >= 0; i = bits_next(&left, 0)) {
		bits_clear(&left, (uint32_t)i);
		f->path = &c->paths[i];
		size_t len = ref_path_send_repair(f->path, f->now_ns, f->out, f->cap);
		if (len > 0)
			return len;
	}
	return 0;
}

/* CC-4, HINT-3 */
static bool may_send(const struct ref_conn *c, uint64_t now_ns)
{
	return c->flying < c->window && ref_pace_is_free(c, now_ns);
}

/* PATH-6: before any new packet. */
static size_t reroute_step(struct ref_conn *c, struct frame *f)
{
	int from, path;
	while ((from = bits_next(&c->reroute, 0)) >= 0 && may_send(c, f->now_ns) &&
	       (path = ref_spray(c)) >= 0) {
		f->path = &c->paths[path];
		size_t len =
			ref_path_send_copy(f->path, &c->paths[from], f->now_ns, f->out, f->cap);
		if (len > 0) {
			c->spray = (unsigned)path;
			return len;
		}
	}
	return 0;
}

/* PATH-8: every PROBE of a failed path is sent from a new source port. */
static size_t knock_step(struct ref_conn *c, struct frame *f)
{
	int path = bits_next(&c->knock, 0);
	if (path < 0)
		return 0;
	bits_clear(&c->knock, (uint32_t)path);
	f->path = &c->paths[path];
	ref_port_change(f->path);
	f->path->out.is_probe_missed = true;
	f->path->out.is_probe_asking = false;
	return ref_path_send_probe(f->path, 0, f->now_ns, f->out, f->cap);
}

static size_t new_step(struct ref_conn *c, struct frame *f)
{
	int path;
	if (!may_send(c, f->now_ns) || !ref_msg_has_next(c))
		return 0;
	path = ref_spray(c);
	if (path < 0)
		return 0;
	c->spray = (unsigned)path;
	f->path = &c->paths[path];
	return ref_path_send_new(f->path, f->now_ns, f->out, f->cap);
}

/* LIFE-2: ACKs and reports owed, then CLOSE on each live path. */
static size_t closing_step(struct ref_conn *c, struct frame *f)
{
	int path = bits_next(&c->owe_close, 0);
	struct wire_packet *k;

	if (path < 0) {
		ref_conn_closed(c);
		return 0;
	}
	bits_clear(&c->owe_close, (uint32_t)path);
	f->path = &c->paths[path];
	k = ref_frame_begin(f->path, PKT_CLOSE, f->path->out.initial_psn);
	k->closeh_reason = c->reason;
	return ref_frame_end(f->path, k, f->out, f->cap);
}

typedef size_t (*step_fn)(struct ref_conn *c, struct frame *f);

size_t ref_conn_output(struct ref_conn *c, uint64_t now_ns, unsigned *plane, uint8_t *out,
		       size_t cap)
{
	static const step_fn open_steps[] = { ack_step,    forced_step,  probe_step, knock_step,
					      repair_step, reroute_step, new_step,   NULL };
	static const step_fn closing_steps[] = { ack_step, closing_step, NULL };
	/* RTX-1, PATH-6: what repairs goes before what is new. */
	const step_fn *step = c->state == CONN_OPEN ? open_steps : closing_steps;
	struct frame f = { NULL, now_ns, out, cap };

	if (c->state != CONN_OPEN && c->state != CONN_CLOSING)
		return 0;
	if (c->state == CONN_OPEN && ref_msg_timer_ns(c) <= now_ns)
		ref_msg_timer(c, now_ns);
	for (; *step; step++) {
		size_t len = (*step)(c, &f);
		if (len > 0) {
			*plane = f.path->plane;
			return len;
		}
	}
	if (c->state == CONN_OPEN)
		ref_conn_arm(c);
	return 0;
}

/* What is due already has been dealt with by the time this is called. */
static uint64_t sooner(const struct ref_conn *c, uint64_t a, uint64_t b)
{
	return b > c->ep->now_ns && b < a ? b : a;
}

void ref_conn_arm(struct ref_conn *c)
{
	uint64_t ns = REF_NEVER, due_ns, ask_ns;
	unsigned path;

	set_ask_interval(c);
	ask_ns = ref_msg_ask_ns(c);

	if (ref_msg_changed(c, &path, &due_ns) >= 0)
		ns = sooner(c, ns, due_ns);
	ns = sooner(c, ns, ref_msg_timer_ns(c));
	if (ask_ns != REF_NEVER)
		ns = sooner(c, ns, ask_ns > c->ask_after_ns ? ask_ns : c->ask_after_ns);
	if (c->silent_ns != REF_NEVER)
		ns = sooner(c, ns, c->silent_ns + ref_conn_patience(c));
	if (list_is_linked(&c->active))
		ns = sooner(c, ns, ref_hint_end_ns(c));
	if (ref_msg_has_next(c) || bits_any(&c->repair) || bits_any(&c->reroute))
		ns = sooner(c, ns, c->pace_ns);
	ref_timer_want(&c->ep->timers, c->item, ns);
}

void ref_conn_timer(struct ref_conn *c, uint64_t now_ns)
{
	ref_hint_timer(c, now_ns);
	if (ref_msg_ask_ns(c) == REF_NEVER)
		c->is_asking = false; /* there is nothing left to ask */
	ref_conn_rests(c);
	/* RTX-9 */
	if (c->silent_ns != REF_NEVER && c->silent_ns + ref_conn_patience(c) <= now_ns)
		ref_conn_fail(c, now_ns);
}
