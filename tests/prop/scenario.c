/* Makes the network and the connections of a scenario: small, and at the edges of what the
 * parameters allow.  Everything follows from the seed. */
#include "tests/prop/scenario.h"

#include <string.h>

const char *const prop_fault_names[FAULTS] = {
#define X(name, chance, text) #name,
	PROP_FAULTS(X)
#undef X
};

const char *const prop_seen_names[SEENS] = {
#define X(name) #name,
	PROP_SEEN(X)
#undef X
};

static const uint32_t chances[FAULTS] = {
#define X(name, chance, text) chance,
	PROP_FAULTS(X)
#undef X
};

/* min..max, every power of two in it as likely as another. */
static uint32_t scaled(uint64_t *r, uint32_t min, uint32_t max)
{
	uint32_t top = min;
	while (top < max && sim_below(r, 3) != 0)
		top = top * 2 < max ? top * 2 : max;
	return min + sim_below(r, top - min + 1);
}

static uint32_t between(uint64_t *r, uint32_t min, uint32_t max)
{
	return min + sim_below(r, max - min + 1);
}

static void make_wire(struct sim_wire *w, uint64_t *r, const struct scenario *s)
{
	w->rate_kbps = 1000000u << sim_below(r, 7); /* 1 to 64 Gb/s */
	w->delay_ns = between(r, 100, 1000u << sim_below(r, 6));
	w->buffer_bytes = scenario_has(s, FAULT_overflow) ? between(r, 2000, 6000) : 1000000;
	w->mark_bytes = scenario_has(s, FAULT_mark) ? between(r, 1000, 10000) : 0;
	w->trims = scenario_has(s, FAULT_trim);
}

static void make_net(struct scenario *s, uint64_t *r)
{
	struct sim_config *n = &s->net;
	n->seed = s->seed;
	n->hosts = between(r, 2, HOSTS_MAX);
	n->planes = between(r, 1, 4);
	n->leaf_hosts = between(r, 1, n->hosts);
	n->spines = n->leaf_hosts < n->hosts ? between(r, 1, 3) : 0;
	n->is_v6 = sim_below(r, 4) == 0;
	make_wire(&n->edge, r, s);
	make_wire(&n->core, r, s);
	n->frames = 4096;
	n->frame_bytes = MTU_MAX + 256;
	n->limits = (struct ref_limits){ .connections = CONNS_MAX,
					 .regions = 4,
					 .cq_depth = 1024,
					 .paths = PATHS_MAX,
					 .streams = STREAMS_MAX,
					 .msg_window = 64,
					 .msg_state = STREAMS_MAX * 64,
					 .send_depth = 64,
					 .recv_depth = 64 };
}

/* RTX-10: at most about 10% of frames are lost end to end, by whatever means. */
static void make_odds(struct scenario *s, uint64_t *r)
{
	uint32_t links = s->net.spines > 0 ? 4 : 2, most = 80000 / links / 3;
	struct sim_odds all = { .lose = scaled(r, 1000, most),
				.damage = scaled(r, 1000, most),
				.trim = scaled(r, 1000, most),
				.copy = scaled(r, 1000, 100000),
				.delay = scaled(r, 1000, 200000),
				.mark = scaled(r, 1000, 300000) };
	s->odds.lose = scenario_has(s, FAULT_lose) ? all.lose : 0;
	s->odds.damage = scenario_has(s, FAULT_damage) ? all.damage : 0;
	s->odds.trim = scenario_has(s, FAULT_trim) ? all.trim : 0;
	s->odds.copy = scenario_has(s, FAULT_copy) ? all.copy : 0;
	s->odds.delay = scenario_has(s, FAULT_delay) ? all.delay : 0;
	s->odds.mark = scenario_has(s, FAULT_mark) ? all.mark : 0;
	s->odds.delay_ns = between(r, 1000, 100000);
}

static void make_agreed(struct ref_params *p, uint64_t *r, const struct scenario *s)
{
	ref_params_default(p);
	p->mtu = 256u << (sim_below(r, 2) == 0 ? sim_below(r, 3) : 0);
	p->paths = scaled(r, 1, PATHS_MAX);
	p->streams = scaled(r, 1, STREAMS_MAX);
	p->initial_msn = sim_below(r, 2) == 0 ? 0u - between(r, 1, 8) : (uint32_t)sim_random(r);
	p->msg_window = scaled(r, 1, 64);
	p->read_depth = between(r, 1, p->msg_window < 8 ? p->msg_window : 8);
	p->partition = between(r, 0, 0xFFFF);
	if (scenario_has(s, FAULT_wrong_work) && sim_below(r, 4) == 0)
		p->ops &= ~(1u << sim_below(r, 4));
}

static void make_declared(struct ref_params *p, uint64_t *r, const struct scenario *s)
{
	uint64_t rate = (uint64_t)s->net.edge.rate_kbps * s->net.planes;
	p->send_depth = between(r, p->msg_window, 64);
	p->recv_depth = between(r, 1, 64);
	p->ack_every = scaled(r, 1, 64);
	p->rto_min = between(r, 200, 1000);
	p->ack_delay = scaled(r, 1, p->rto_min / 2);
	p->rto_init = p->rto_min * between(r, 1, 4);
	p->rto_max = p->rto_init << between(r, 1, 4);
	p->timer_tick = 0;
	p->path_fail_rtos = between(r, 1, 4);
	p->retry_limit = 15;
	p->rnr_delay = between(r, 20, 500);
	p->rnr_retry_limit = sim_below(r, 4) == 0 ? sim_below(r, 7) : 7;
	p->cwnd_min = scaled(r, 1, 4);
	p->cwnd_init = p->cwnd_min + scaled(r, 1, 252);
	p->md_factor = between(r, 300, 900);
	p->link_rate = (uint32_t)(rate >> (sim_below(r, 3) == 0 ? sim_below(r, 4) : 0));
	p->hint_idle = between(r, 100, 2000);
	p->probe_interval = between(r, 300, 3000);
	p->spray_run = scaled(r, 1, 16);
}

static void make_conns(struct scenario *s, uint64_t *r)
{
	s->conn_count = between(r, 1, CONNS_MAX);
	for (unsigned i = 0; i < s->conn_count; i++) {
		struct prop_conn *c = &s->conns[i];
		c->host[0] = (uint8_t)sim_below(r, s->net.hosts);
		c->host[1] =
			(uint8_t)((c->host[0] + between(r, 1, s->net.hosts - 1)) % s->net.hosts);
		make_agreed(&c->params[0], r, s);
		c->params[1] = c->params[0];
		make_declared(&c->params[0], r, s);
		make_declared(&c->params[1], r, s);
	}
}

uint64_t scenario_patience_ns(const struct ref_params *p)
{
	uint64_t us = 0;
	for (uint32_t k = 0; k <= p->retry_limit; k++) {
		uint64_t step = (uint64_t)p->rto_init << k;
		us += step < p->rto_max ? step : p->rto_max;
	}
	return us * 1000;
}

void scenario_without(struct scenario *s, enum prop_fault f)
{
	uint32_t *odds[] = { &s->odds.lose,  &s->odds.damage, &s->odds.copy,
			     &s->odds.delay, &s->odds.trim,   &s->odds.mark };

	s->faults &= ~(1u << f);
	if (f <= FAULT_mark)
		*odds[f] = 0;
	if (f == FAULT_trim)
		s->net.edge.trims = s->net.core.trims = false;
	if (f == FAULT_mark)
		s->net.edge.mark_bytes = s->net.core.mark_bytes = 0;
	if (f == FAULT_overflow)
		s->net.edge.buffer_bytes = s->net.core.buffer_bytes = 1000000;
	for (unsigned i = 0; i < s->event_count; i++)
		s->events[i].is_off |= s->events[i].kind == f;
	for (unsigned i = 0; i < s->op_count; i++) {
		struct prop_op *op = &s->ops[i];
		op->is_off |= f == FAULT_wrong_work && op->wrong != RIGHT;
		if (f == FAULT_late_receive && op->is_late)
			op->recv_ns = 0;
	}
}

void scenario_make(struct scenario *s, uint64_t seed)
{
	uint64_t r = seed * UINT64_C(0xD1342543DE82EF95) + 1;

	memset(s, 0, sizeof(*s));
	s->seed = seed;
	for (unsigned f = 0; f < FAULTS; f++)
		if (sim_chance(&r, chances[f]))
			s->faults |= 1u << f;
	make_net(s, &r);
	make_odds(s, &r);
	make_conns(s, &r);
	scenario_fill(s, &r);
}
