/* The work of a scenario and the events that disturb it.  Work is in order of posting time. */
#include "tests/prop/scenario.h"

enum { US = 1000 };

static uint32_t between(uint64_t *r, uint32_t min, uint32_t max)
{
	return min + sim_below(r, max - min + 1);
}

static uint32_t a_length(uint64_t *r, uint32_t mtu)
{
	switch (sim_below(r, 200) == 0 ? 8 : sim_below(r, 8)) {
	case 8:
		return between(r, 100, 300) * 256; /* beyond any window */
	case 0:
		return 0;
	case 1:
		return mtu * between(r, 1, 3); /* whole packets */
	case 2:
		return between(r, 1, 12) * mtu + sim_below(r, mtu);
	default:
		return between(r, 1, 2 * mtu);
	}
}

static bool is_atomic(const struct prop_op *op)
{
	return op->kind == REF_FADD || op->kind == REF_CSWAP;
}

static void make_wrong(struct prop_op *op, uint64_t *r)
{
	if (op->kind == REF_SEND)
		op->wrong = WRONG_LENGTH;
	else
		op->wrong = (enum prop_wrong)between(r, WRONG_KEY, WRONG_RIGHTS);
	if (is_atomic(op) && sim_below(r, 2) == 0)
		op->wrong = WRONG_ALIGN;
	if (op->length == 0)
		op->length = 1; /* PLACE-5: nothing is right by itself */
	if (op->wrong == WRONG_LENGTH)
		op->room = op->length - 1;
}

/* An earlier WRITE of the stream to be read back, -1 if none. */
static int written_before(const struct scenario *s, const struct prop_op *op, uint64_t *r)
{
	for (unsigned tries = 0; tries < 8 && s->op_count > 0; tries++) {
		unsigned i = sim_below(r, s->op_count);
		const struct prop_op *w = &s->ops[i];
		if (w->conn == op->conn && w->side == op->side && w->stream == op->stream &&
		    w->kind == REF_WRITE && w->wrong == RIGHT && w->length > 0)
			return (int)i;
	}
	return -1;
}

static void make_receive(const struct scenario *s, struct prop_op *op, uint64_t *r)
{
	uint32_t late_us = between(r, 1, 3000);
	bool is_late = sim_below(r, 5) == 0;

	op->takes_receive = op->kind == REF_SEND || (op->kind == REF_WRITE && op->with_immediate);
	op->room = op->kind == REF_SEND ? op->length + sim_below(r, 40) : 0;
	if (op->takes_receive && is_late && scenario_has(s, FAULT_late_receive)) {
		op->is_late = true;
		op->recv_ns = op->post_ns + late_us * UINT64_C(1000);
	}
}

static void make_op(struct scenario *s, uint64_t post_ns, uint64_t *r)
{
	static const enum ref_work_kind kinds[] = { REF_SEND,  REF_SEND,  REF_SEND, REF_WRITE,
						    REF_WRITE, REF_WRITE, REF_READ, REF_READ,
						    REF_FADD,  REF_CSWAP };
	struct prop_op *op = &s->ops[s->op_count];
	const struct ref_params *p;

	*op = (struct prop_op){ .post_ns = post_ns, .of = -1 };
	op->conn = (uint8_t)sim_below(r, s->conn_count);
	p = s->conns[op->conn].params;
	op->side = (uint8_t)sim_below(r, 2);
	op->stream = (uint8_t)sim_below(r, p->streams);
	op->kind = kinds[sim_below(r, sizeof(kinds) / sizeof(kinds[0]))];
	op->length = is_atomic(op) ? 8 : a_length(r, p->mtu);
	op->with_immediate = op->kind <= REF_WRITE && sim_below(r, 3) == 0;
	op->immediate = (uint32_t)sim_random(r);
	op->solicited = sim_below(r, 4) == 0;
	op->fence = sim_below(r, 8) == 0;
	op->value = sim_random(r);
	op->matches = sim_below(r, 2) == 0;
	op->counter = (uint8_t)sim_below(r, COUNTERS);
	make_receive(s, op, r);
	if (sim_below(r, 40) == 0 && scenario_has(s, FAULT_wrong_work))
		make_wrong(op, r);
	if (op->kind == REF_READ && op->wrong == RIGHT && sim_below(r, 2) == 0)
		op->of = written_before(s, op, r);
	if (op->of >= 0)
		op->length = s->ops[op->of].length;
	s->op_count++;
}

/* RTX-9: the least time a connection goes on without progress. */
static uint64_t least_patience_ns(const struct scenario *s)
{
	uint64_t least_ns = UINT64_MAX;
	for (unsigned i = 0; i < 2 * s->conn_count; i++) {
		uint64_t ns = scenario_patience_ns(&s->conns[i / 2].params[i % 2]);
		least_ns = ns < least_ns ? ns : least_ns;
	}
	return least_ns;
}

static void make_event(struct scenario *s, enum prop_fault kind, uint64_t end_ns, uint64_t *r)
{
	struct prop_event *e = &s->events[s->event_count++];
	uint64_t whole_ns = end_ns + 200 * US, most_us = least_patience_ns(s) / 16000;

	*e = (struct prop_event){ .kind = kind, .at_ns = sim_random(r) % whole_ns };
	e->a = (uint32_t)sim_random(r);
	e->b = (uint32_t)sim_random(r);
	/* Short against the patience of connections, even where several come together. */
	e->for_ns = between(r, 20, most_us > 3000 ? 3000 : (uint32_t)most_us) * UINT64_C(1000);
	if (kind == FAULT_stray)
		e->for_ns = between(r, 1, 20000) * UINT64_C(1000);
}

/* Every connection has paths on at least two planes. */
static bool can_lose_plane(const struct scenario *s)
{
	for (unsigned i = 0; i < s->conn_count; i++)
		if (s->conns[i].params[0].paths < 2)
			return false;
	return s->net.planes > 1;
}

static void make_events(struct scenario *s, uint64_t end_ns, uint64_t *r)
{
	static const struct {
		enum prop_fault kind;
		uint32_t most;
	} rows[] = { { FAULT_link_down, 3 }, { FAULT_plane_down, 2 }, { FAULT_plane_lost, 1 },
		     { FAULT_repath, 4 },    { FAULT_path_fail, 3 },  { FAULT_stray, 12 },
		     { FAULT_close, 1 },     { FAULT_deregister, 1 }, { FAULT_blackout, 1 } };

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!scenario_has(s, rows[i].kind))
			continue;
		/* With a plane gone for good no other may fail: some path has to live. */
		if (rows[i].kind == FAULT_plane_lost && !can_lose_plane(s))
			continue;
		if ((rows[i].kind == FAULT_plane_down || rows[i].kind == FAULT_link_down) &&
		    scenario_has(s, FAULT_plane_lost))
			continue;
		for (uint32_t n = between(r, 1, rows[i].most); n > 0; n--)
			make_event(s, rows[i].kind, end_ns, r);
	}
}

void scenario_fill(struct scenario *s, uint64_t *r)
{
	uint32_t ops = between(r, 24, OPS_MAX - 40), step_ns = 100u << sim_below(r, 9);
	uint64_t now_ns = 0;

	while (s->op_count < ops) {
		if (sim_below(r, 4) == 0) /* else at the same moment */
			now_ns += sim_below(r, 2 * step_ns);
		make_op(s, now_ns, r);
	}
	make_events(s, now_ns, r);
}
