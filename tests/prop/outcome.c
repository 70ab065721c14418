/* Judges every completion: exactly once, in stream order, with the right status, and with the
 * data where it belongs by then (STRM-2, STRM-4, STRM-5, ERR-1, ERR-2, RNR-4, RTX-9, LIFE-2). */
#include "tests/prop/world.h"

#include <string.h>

static enum ref_op_bit op_bit(const struct prop_op *op)
{
	switch (op->kind) {
	case REF_SEND:
		return REF_OP_SEND;
	case REF_WRITE:
		return REF_OP_WRITE;
	case REF_READ:
		return REF_OP_READ;
	default:
		return REF_OP_ATOMIC;
	}
}

static bool is_switched_off(const struct world *w, const struct prop_op *op)
{
	return (w->s->conns[op->conn].params[0].ops & (uint32_t)op_bit(op)) == 0;
}

bool world_may_fail(const struct world *w, unsigned conn, unsigned side)
{
	const struct prop_conn *c = &w->s->conns[conn];
	const struct prop_link *l = &w->conns[conn];
	return w->hosts[c->host[0]].is_cut_off || w->hosts[c->host[1]].is_cut_off ||
	       l->is_closed[0] || l->is_closed[1] || l->is_over[1 - side];
}

/* Whether what is wrong with the work calls for this status. */
static bool is_deserved(const struct world *w, const struct prop_op *op,
			enum ref_completion_status status)
{
	static const enum ref_completion_status of[WRONGS] = {
		[RIGHT] = REF_SUCCESS,       [WRONG_KEY] = REF_ACCESS,
		[WRONG_RANGE] = REF_ACCESS,  [WRONG_RIGHTS] = REF_ACCESS,
		[WRONG_LENGTH] = REF_LENGTH, [WRONG_ALIGN] = REF_INVALID
	};
	const struct prop_conn *c = &w->s->conns[op->conn];

	if (is_switched_off(w, op) && status == REF_UNSUPPORTED)
		return true;
	if (status == REF_ACCESS && op->kind != REF_SEND && op->length > 0 &&
	    w->hosts[c->host[1 - op->side]].is_frozen)
		return true;
	if (is_switched_off(w, op) && op->wrong == RIGHT)
		return false;
	return status == of[op->wrong];
}

/* RTX-9: not before the whole time without progress is over. */
static void judge_patience(struct world *w, unsigned conn, unsigned side)
{
	uint64_t silent_ns = sim_now(w->net) - w->watch.sides[conn][side].progress_ns;
	if (silent_ns < scenario_patience_ns(&w->s->conns[conn].params[side]))
		world_fail(w, RTX_9, "connection %u side %u fails %llu ns after progress", conn,
			   side, (unsigned long long)silent_ns);
}

static bool is_legal(struct world *w, unsigned i, const struct prop_stream *st,
		     enum ref_completion_status status)
{
	const struct prop_op *op = &w->s->ops[i];
	const struct prop_op_state *state = &w->op[i];
	const struct prop_link *l = &w->conns[op->conn];

	switch (status) {
	case REF_FLUSHED:
		return st->is_failed || world_may_fail(w, op->conn, op->side);
	case REF_RETRY_EXCEEDED:
		judge_patience(w, op->conn, op->side);
		return world_may_fail(w, op->conn, op->side);
	case REF_PEER_CLOSED:
		return l->is_closed[1 - op->side] || l->is_over[1 - op->side];
	case REF_RNR_RETRY_EXCEEDED:
		return !st->is_failed && op->takes_receive &&
		       w->s->conns[op->conn].params[op->side].rnr_retry_limit < 7 &&
		       state->recv_posted_ns > state->posted_ns &&
		       state->attempt >= w->s->conns[op->conn].params[op->side].rnr_retry_limit;
	default:
		return !st->is_failed && is_deserved(w, op, status);
	}
}

static void good_atomic(struct world *w, unsigned i)
{
	const struct prop_op *op = &w->s->ops[i];
	unsigned target = w->s->conns[op->conn].host[1 - op->side];
	uint32_t local = w->place[i].local, remote = w->place[i].remote;

	if (op->kind == REF_FADD)
		w->hosts[target].counted[op->counter] += op->value;
	else if (memcmp(w->memory + local, &w->op[i].before, 8) != 0)
		world_fail(w, ATOM_1, "operation %u: the original is not what was there", i);
	memcpy(w->shadow + local, w->memory + local, 8);
	if (op->kind == REF_CSWAP && op->matches)
		memcpy(w->shadow + remote, &op->value, 8);
}

static void good_work(struct world *w, unsigned i)
{
	const struct prop_op *op = &w->s->ops[i];

	if (op->takes_receive && !w->op[i].is_received)
		world_fail(w, STRM_5, "operation %u is done, its receive is not", i);
	if (op->kind == REF_FADD || op->kind == REF_CSWAP) {
		good_atomic(w, i);
		return;
	}
	if (!w->op[i].is_there && !world_has_moved(w, i))
		world_fail(w, op->kind == REF_READ ? READ_3 : PLACE_1,
			   "operation %u is done, its data is not there", i);
	world_moved(w, i);
}

static void work_done(struct world *w, unsigned conn, unsigned side,
		      const struct ref_completion *done)
{
	struct prop_stream *st = &w->conns[conn].streams[side][done->stream];
	uint32_t first = w->conns[conn].config[side].params.initial_msn;
	unsigned i;

	if (st->done >= st->posted) {
		world_fail(w, STRM_4, "a completion without work, stream %u", done->stream);
		return;
	}
	i = st->ops[st->done];
	if (done->id != i || done->msn != first + st->done || done->length != w->s->ops[i].length)
		world_fail(w, STRM_4, "completion of work %llu msn %u, expected %u msn %u",
			   (unsigned long long)done->id, done->msn, i, first + st->done);
	st->done++;
	w->done++;
	if (!is_legal(w, i, st, done->status))
		world_fail(w, done->status == REF_SUCCESS ? ERR_1 : STRM_5,
			   "operation %u completes with %s", i,
			   ref_completion_status_name(done->status));
	w->op[i].is_done = true;
	w->op[i].status = done->status;
	if (done->status == REF_SUCCESS)
		good_work(w, i);
	else
		st->is_failed = true;
	w->hits[FAULT_wrong_work] += done->status != REF_SUCCESS && done->status != REF_FLUSHED &&
				     done->status < REF_RNR_RETRY_EXCEEDED;
	w->hits[FAULT_blackout] += done->status == REF_RETRY_EXCEEDED;
}

/* STRM-2: what was posted before on the stream is there, too. */
static void look_at_writes(struct world *w, struct prop_stream *st, unsigned until)
{
	for (; st->ops[st->written] != until; st->written++) {
		unsigned i = st->ops[st->written];
		if (w->s->ops[i].kind != REF_WRITE || w->op[i].is_there)
			continue;
		if (!world_has_moved(w, i))
			world_fail(w, STRM_2, "operation %u completes before %u", until, i);
		world_moved(w, i);
	}
}

static bool says_right(const struct world *w, const struct ref_completion *done, unsigned i)
{
	const struct prop_op *op = &w->s->ops[i];
	const struct prop_link *l = &w->conns[op->conn];
	const struct prop_stream *st = &l->streams[op->side][op->stream];
	uint32_t place = done->msn - l->config[0].params.initial_msn;

	return done->id == (1u << 16 | i) && place < st->posted && st->ops[place] == i &&
	       done->length == op->length && done->with_immediate == op->with_immediate &&
	       done->solicited == op->solicited &&
	       (!op->with_immediate || done->immediate == op->immediate);
}

static void recv_done(struct world *w, unsigned conn, unsigned side,
		      const struct ref_completion *done)
{
	struct prop_stream *st = &w->conns[conn].streams[1 - side][done->stream];
	unsigned i;

	if (st->recv_done >= st->recv_posted) {
		world_fail(w, STRM_4, "a completion without a receive, stream %u", done->stream);
		return;
	}
	i = st->receives[st->recv_done++];
	if (done->status == REF_FLUSHED && world_may_fail(w, conn, side))
		return;
	if (done->status != REF_SUCCESS || !w->op[i].is_posted ||
	    !is_deserved(w, &w->s->ops[i], REF_SUCCESS)) {
		world_fail(w, SEND_1, "receive of operation %u completes with %s", i,
			   ref_completion_status_name(done->status));
		return;
	}
	if (!says_right(w, done, i))
		world_fail(w, SEND_3, "receive of operation %u: id %llx msn %u length %u", i,
			   (unsigned long long)done->id, done->msn, done->length);
	look_at_writes(w, st, i);
	if (!w->op[i].is_there && !world_has_moved(w, i))
		world_fail(w, PLACE_2, "receive of operation %u is done, its data is not there", i);
	world_moved(w, i);
	w->op[i].is_received = true;
}

static void conn_done(struct world *w, unsigned conn, unsigned side,
		      const struct ref_completion *done)
{
	struct prop_link *l = &w->conns[conn];
	bool is_legal_end =
		done->status == REF_SUCCESS ? l->is_closed[side] : world_may_fail(w, conn, side);

	if (done->status == REF_RETRY_EXCEEDED && !l->is_over[side])
		judge_patience(w, conn, side);
	if (l->is_over[side] || !is_legal_end)
		world_fail(w, LIFE_2, "connection %u side %u ends with %s", conn, side,
			   ref_completion_status_name(done->status));
	for (unsigned i = 0; i < l->config[side].params.streams; i++) {
		const struct prop_stream *out = &l->streams[side][i];
		const struct prop_stream *in = &l->streams[1 - side][i];
		if (out->done != out->posted || in->recv_done != in->recv_posted)
			world_fail(w, LIFE_2, "connection %u ends with work of stream %u open",
				   conn, i);
	}
	l->is_over[side] = true;
	l->end[side] = done->status;
}

void world_done(struct world *w, unsigned host, const struct ref_completion *done)
{
	w->is_retry = true;
	for (unsigned conn = 0; conn < w->s->conn_count; conn++)
		for (unsigned side = 0; side < 2; side++) {
			if (w->s->conns[conn].host[side] != host ||
			    w->conns[conn].handle[side] != done->conn)
				continue;
			if (done->kind == REF_DONE_WORK)
				work_done(w, conn, side, done);
			else if (done->kind == REF_DONE_RECV)
				recv_done(w, conn, side, done);
			else
				conn_done(w, conn, side, done);
			return;
		}
	world_fail(w, STRM_4, "a completion of no connection");
}
