/* A scenario from its beginning to its end: set-up, the way of events, the bound on it. */
#include "tests/prop/world.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES_MAX = 400000, DOMAIN = 9 };

bool world_new(struct world *w)
{
	memset(w, 0, sizeof(*w));
	w->memory = malloc(MEMORY);
	w->shadow = malloc(MEMORY);
	return w->memory && w->shadow;
}

void world_free(struct world *w)
{
	free(w->memory);
	free(w->shadow);
	free(w->block);
}

void world_fail(struct world *w, enum clause_id clause, const char *format, ...)
{
	va_list args;
	int at;

	if (w->is_broken)
		return;
	w->is_broken = true;
	w->clause = clause;
	at = snprintf(w->why, sizeof(w->why), "at %llu ns ",
		      (unsigned long long)(w->net ? sim_now(w->net) : 0));
	va_start(args, format);
	(void)vsnprintf(w->why + at, sizeof(w->why) - (size_t)at, format, args);
	va_end(args);
}

static void on_sent(void *ctx, unsigned host, unsigned plane, const uint8_t *frame, size_t len)
{
	watch_sent(ctx, host, plane, frame, len);
}

static void on_arrived(void *ctx, unsigned host, unsigned plane, const uint8_t *frame, size_t len)
{
	watch_arrived(ctx, host, plane, frame, len);
}

static void on_done(void *ctx, unsigned host, const struct ref_completion *done)
{
	world_done(ctx, host, done);
}

static bool open_net(struct world *w)
{
	const struct sim_watch watch = {
		.ctx = w, .sent = on_sent, .arrived = on_arrived, .done = on_done
	};
	size_t need = sim_size(&w->s->net);

	if (need > w->block_bytes) {
		free(w->block);
		w->block = aligned_alloc(64, need);
		w->block_bytes = w->block ? need : 0;
	}
	if (!w->block || sim_init(w->block, need, &w->s->net, &watch, &w->net) != RES_OK)
		return false;
	for (uint32_t i = 0; i < sim_links(w->net); i++)
		sim_link_odds(w->net, i, &w->s->odds);
	return true;
}

/* A host's region, at an address of any size, up to the last byte there is; and a second key to
 * the same memory that gives no right to it. */
static bool open_host(struct world *w, unsigned host)
{
	struct prop_host *h = &w->hosts[host];
	struct ref_endpoint *e = sim_endpoint(w->net, host);
	uint32_t length = h->region_end - h->region;
	uint64_t r = sim_random(&w->random);
	struct ref_region region = { .domain = DOMAIN,
				     .rights =
					     REF_REMOTE_WRITE | REF_REMOTE_READ | REF_REMOTE_ATOMIC,
				     .length = length,
				     .base = w->memory + h->region };

	h->is_registered = true;
	h->address = r % 4 == 0 ? 0 - (uint64_t)length
				: r >> (r % 32) & ~UINT64_C(0xF) & ~(UINT64_C(1) << 63);
	region.address = h->address;
	if (ref_region_register(e, &region, &h->rkey) != RES_OK)
		return false;
	if (r % 3 == 0)
		region.domain++;
	else
		region.rights = 0;
	for (unsigned i = 0; i < COUNTERS; i++)
		memcpy(&h->counted[i], w->memory + h->counter[i], 8);
	return ref_region_register(e, &region, &h->no_rkey) == RES_OK;
}

static bool open_conn(struct world *w, unsigned conn)
{
	const struct prop_conn *c = &w->s->conns[conn];
	struct prop_link *l = &w->conns[conn];

	memset(l, 0, sizeof(*l));
	if (sim_connect(w->net, c->host[0], c->host[1], c->params, DOMAIN, l->handle, l->config) !=
	    RES_OK)
		return false;
	watch_open(w, conn);
	return true;
}

static void line_up(struct world *w)
{
	for (unsigned i = 0; i < w->s->op_count; i++) {
		const struct prop_op *op = &w->s->ops[i];
		struct prop_stream *st = &w->conns[op->conn].streams[op->side][op->stream];
		w->op[i] = (struct prop_op_state){ .recv_posted_ns = REF_NEVER,
						   .refused_ns = REF_NEVER };
		if (op->is_off)
			continue;
		st->ops[st->count++] = (uint8_t)i;
		if (op->takes_receive)
			st->receives[st->recv_count++] = (uint8_t)i;
	}
}

void world_open(struct world *w, const struct scenario *s)
{
	struct world fresh = { .s = s,
			       .block = w->block,
			       .block_bytes = w->block_bytes,
			       .memory = w->memory,
			       .shadow = w->shadow,
			       .random = s->seed ^ UINT64_C(0x776F726C64) };
	bool is_open;

	*w = fresh;
	world_lay_out(w);
	is_open = open_net(w);
	for (unsigned i = 0; is_open && i < s->net.hosts; i++)
		is_open = open_host(w, i);
	for (unsigned i = 0; is_open && i < s->conn_count; i++)
		is_open = open_conn(w, i);
	if (!is_open)
		world_fail(w, LIFE_4, "the scenario cannot be set up");
	line_up(w);
}

/* Begins and ends what is due; when the next event is. */
static uint64_t do_events(struct world *w)
{
	uint64_t next_ns = REF_NEVER, now_ns = sim_now(w->net);
	for (unsigned i = 0; i < w->s->event_count; i++) {
		const struct prop_event *e = &w->s->events[i];
		uint64_t end_ns = e->at_ns + e->for_ns;
		if (e->is_off)
			w->event_state[i] = 2;
		if (w->event_state[i] == 0 && e->at_ns <= now_ns) {
			world_begin(w, i);
			w->event_state[i] = 1;
		}
		if (w->event_state[i] == 1 && end_ns <= now_ns) {
			world_end(w, i);
			w->event_state[i] = 2;
		}
		if (w->event_state[i] == 0 && e->at_ns < next_ns)
			next_ns = e->at_ns;
		if (w->event_state[i] == 1 && end_ns < next_ns)
			next_ns = end_ns;
	}
	return next_ns;
}

/* RTX-9 and some: a connection that makes progress needs no more, one that makes none fails. */
static uint64_t bound_ns(const struct world *w)
{
	uint64_t last_ns = 0, patience_ns = 0;
	for (unsigned i = 0; i < w->s->op_count; i++) {
		const struct prop_op *op = &w->s->ops[i];
		uint64_t at_ns = op->recv_ns > op->post_ns ? op->recv_ns : op->post_ns;
		last_ns = at_ns > last_ns ? at_ns : last_ns;
	}
	for (unsigned i = 0; i < w->s->event_count; i++) {
		const struct prop_event *e = &w->s->events[i];
		last_ns = e->at_ns + e->for_ns > last_ns ? e->at_ns + e->for_ns : last_ns;
	}
	for (unsigned i = 0; i < 2 * w->s->conn_count; i++) {
		const struct ref_params *p = &w->s->conns[i / 2].params[i % 2];
		uint64_t ns = scenario_patience_ns(p) + 2 * p->rto_max * UINT64_C(1000);
		patience_ns = ns > patience_ns ? ns : patience_ns;
	}
	return last_ns + 4 * patience_ns;
}

static void work(struct world *w)
{
	uint64_t limit_ns = bound_ns(w), event_ns = 0, next_ns;
	unsigned compared = 0;

	while (!w->is_broken) {
		if (event_ns <= sim_now(w->net))
			event_ns = do_events(w);
		if (w->is_retry || w->next_post_ns <= sim_now(w->net))
			world_post(w);
		if (event_ns == REF_NEVER && world_is_done(w))
			return;
		if (w->done >= compared + 16) {
			compared = w->done;
			world_compare(w);
			world_deregister(w);
		}
		next_ns = event_ns < w->next_post_ns ? event_ns : w->next_post_ns;
		next_ns = next_ns < limit_ns ? next_ns : limit_ns;
		if (sim_step(w->net, next_ns) == RES_E_STATE)
			world_fail(w, ROB_1, "an endpoint does not come to rest");
		if (sim_now(w->net) >= limit_ns)
			world_fail(w, RTX_9, "work is not over in time");
		if (w->watch.frames > FRAMES_MAX)
			world_fail(w, RTX_9, "%d frames and no end", FRAMES_MAX);
	}
}

void world_run(struct world *w)
{
	w->is_retry = true;
	if (!w->is_broken)
		work(w);
	if (!w->is_broken)
		world_settle(w);
}
