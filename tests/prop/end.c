/* When all work is over: the network comes to rest with everything acknowledged, atomics add up,
 * frames are conserved, connections close, and nothing touches memory any more. */
#include "tests/prop/world.h"

#include <string.h>

static uint64_t longest_rto_ns(const struct world *w)
{
	uint64_t us = 0;
	for (unsigned i = 0; i < 2 * w->s->conn_count; i++) {
		const struct ref_params *p = &w->s->conns[i / 2].params[i % 2];
		us = p->rto_max > us ? p->rto_max : us;
	}
	return us * 1000;
}

static void run(struct world *w, uint64_t for_ns)
{
	if (sim_run(w->net, sim_now(w->net) + for_ns) != RES_OK)
		world_fail(w, ROB_1, "an endpoint does not come to rest");
}

static bool is_lost(const struct world *w, unsigned plane)
{
	return w->has_lost_plane && plane == w->lost_plane;
}

/* With all work done nothing is left to be repaired (RTX-7), on paths that live. */
static void judge_paths(struct world *w, unsigned conn, unsigned side)
{
	const struct prop_link *l = &w->conns[conn];
	struct ref_endpoint *e = sim_endpoint(w->net, w->s->conns[conn].host[side]);
	struct ref_path_tx tx;

	for (unsigned i = 0; i < l->config[side].params.paths; i++) {
		if (ref_query_path_tx(e, l->handle[side], i, &tx) != RES_OK || !tx.is_live ||
		    is_lost(w, l->config[side].path_plane[i]))
			continue;
		if (tx.in_flight != 0 || wire_psn_add(tx.cum_psn, 1) != tx.next_psn)
			world_fail(w, RTX_7, "connection %u side %u path %u has %u in flight", conn,
				   side, i, tx.in_flight);
	}
}

/* STRM-2: cmsn has passed exactly the work that completed as good. */
static void judge_streams(struct world *w, unsigned conn, unsigned side)
{
	const struct prop_link *l = &w->conns[conn];
	struct ref_endpoint *e = sim_endpoint(w->net, w->s->conns[conn].host[1 - side]);
	struct ref_stream_rx rx;

	for (unsigned i = 0; i < l->config[side].params.streams; i++) {
		const struct prop_stream *st = &l->streams[side][i];
		if (ref_query_stream_rx(e, l->handle[1 - side], i, &rx) != RES_OK || st->is_failed)
			continue;
		if (rx.cmsn - l->config[side].params.initial_msn != st->done)
			world_fail(w, STRM_2, "connection %u stream %u: cmsn %u after %u", conn, i,
				   rx.cmsn, st->done);
	}
}

static bool has_failed_path(const struct world *w)
{
	struct ref_path_tx tx;
	for (unsigned i = 0; i < 2 * w->s->conn_count; i++) {
		unsigned conn = i / 2, side = i % 2;
		const struct prop_link *l = &w->conns[conn];
		struct ref_endpoint *e = sim_endpoint(w->net, w->s->conns[conn].host[side]);
		if (world_may_fail(w, conn, side))
			continue;
		for (unsigned n = 0; n < l->config[side].params.paths; n++)
			if (ref_query_path_tx(e, l->handle[side], n, &tx) == RES_OK &&
			    !tx.is_live && !is_lost(w, l->config[side].path_plane[n]))
				return true;
	}
	return false;
}

/* PATH-8: with all links up every path comes back, by a PROBE each probe_interval, doubling to
 * 16-fold at most. */
static void await_paths(struct world *w)
{
	uint64_t interval_ns = 0, end_ns;
	for (unsigned i = 0; i < 2 * w->s->conn_count; i++) {
		uint64_t ns = w->s->conns[i / 2].params[i % 2].probe_interval * UINT64_C(1000);
		interval_ns = ns > interval_ns ? ns : interval_ns;
	}
	end_ns = sim_now(w->net) + 16 * 16 * interval_ns;
	while (has_failed_path(w) && !w->is_broken) {
		run(w, interval_ns);
		if (sim_now(w->net) > end_ns)
			world_fail(w, PATH_8, "a failed path does not return");
	}
}

static void judge_rest(struct world *w)
{
	for (unsigned conn = 0; conn < w->s->conn_count; conn++)
		for (unsigned side = 0; side < 2; side++) {
			if (world_may_fail(w, conn, side) || w->conns[conn].is_over[side])
				continue;
			watch_rx_late(w, conn, side);
			judge_paths(w, conn, side);
			judge_streams(w, conn, side);
		}
}

/* PLACE-9: with all responses acknowledged a deregistration has ended. */
static void judge_regions(struct world *w)
{
	world_deregister(w);
	for (unsigned i = 0; i < 2 * w->s->conn_count; i++)
		if (world_may_fail(w, i / 2, i % 2))
			return;
	for (unsigned h = 0; h < w->s->net.hosts; h++)
		if (w->hosts[h].is_frozen && w->hosts[h].is_registered)
			world_fail(w, PLACE_9, "deregistration at host %u does not end", h);
}

/* ATOM-2, ATOM-3: exact unless some atomic has failed and may or may not have taken effect. */
static void judge_counters(struct world *w)
{
	bool is_exact[HOSTS_MAX][COUNTERS];
	memset(is_exact, true, sizeof(is_exact));
	for (unsigned i = 0; i < w->s->op_count; i++) {
		const struct prop_op *op = &w->s->ops[i];
		unsigned host = w->s->conns[op->conn].host[1 - op->side];
		if (op->kind == REF_FADD && op->wrong == RIGHT && w->op[i].is_posted &&
		    w->op[i].status != REF_SUCCESS)
			is_exact[host][op->counter] = false;
	}
	for (unsigned h = 0; h < w->s->net.hosts; h++)
		for (unsigned i = 0; i < COUNTERS; i++)
			if (is_exact[h][i] && !w->hosts[h].is_frozen &&
			    memcmp(w->memory + w->hosts[h].counter[i], &w->hosts[h].counted[i],
				   8) != 0)
				world_fail(w, ATOM_2, "counter %u of host %u does not add up", i,
					   h);
}

static void judge_network(struct world *w)
{
	const struct sim_counts *c = sim_counts(w->net);
	uint64_t in = c->sent + c->injected + c->copied;
	uint64_t out = c->arrived + c->lost + c->overflowed + c->cut_off + c->astray;

	if (in != out + sim_on_the_way(w->net))
		world_fail(w, CLAUSE_NONE, "the network does not conserve frames");
	if (!sim_is_intact(w->net))
		world_fail(w, ROB_3, "an endpoint has written outside its memory");
}

static void close_all(struct world *w)
{
	for (unsigned conn = 0; conn < w->s->conn_count; conn++) {
		struct prop_link *l = &w->conns[conn];
		unsigned host = w->s->conns[conn].host[0];
		if (l->is_over[0] || l->is_closed[0])
			continue;
		if (ref_conn_close(sim_endpoint(w->net, host), l->handle[0], CLOSE_NORMAL,
				   sim_now(w->net)) != RES_OK)
			world_fail(w, LIFE_2, "connection %u is open and cannot be closed", conn);
		l->is_closed[0] = true;
		sim_wake(w->net, host);
	}
}

static void judge_closed(struct world *w)
{
	for (unsigned conn = 0; conn < w->s->conn_count; conn++)
		for (unsigned side = 0; side < 2; side++)
			if (w->conns[conn].is_closed[side] && !w->conns[conn].is_over[side])
				world_fail(w, LIFE_2, "connection %u side %u does not close", conn,
					   side);
}

static void count_hits(struct world *w)
{
	const struct sim_counts *c = sim_counts(w->net);
	w->hits[FAULT_lose] = c->lost;
	w->hits[FAULT_damage] = c->damaged;
	w->hits[FAULT_copy] = c->copied;
	w->hits[FAULT_delay] = c->overtaken;
	w->hits[FAULT_trim] = c->trimmed;
	w->hits[FAULT_mark] = c->marked;
	w->hits[FAULT_overflow] = c->overflowed;
	w->hits[FAULT_plane_lost] = w->has_lost_plane ? c->cut_off : 0;
}

void world_settle(struct world *w)
{
	uint64_t rto_ns = longest_rto_ns(w), frames;

	count_hits(w);
	run(w, rto_ns);
	await_paths(w);
	run(w, 6 * rto_ns);
	judge_regions(w);
	judge_rest(w);
	judge_counters(w);
	world_compare(w);
	frames = w->watch.frames;
	run(w, rto_ns);
	if (w->watch.frames - frames > 2000)
		world_fail(w, PROBE_3, "%llu frames when all is done",
			   (unsigned long long)(w->watch.frames - frames));
	close_all(w);
	run(w, rto_ns);
	judge_closed(w);
	world_compare(w);
	judge_network(w);
}
