/* Posts receives and work when they are due, in order, as far as there is room. */
#include "tests/prop/world.h"

#include <string.h>

/* The stream may be in error at its initiator: there is cause for that. */
static bool may_be_in_error(const struct world *w, const struct prop_stream *st, unsigned conn,
			    unsigned side)
{
	const struct ref_params *p = &w->s->conns[conn].params[side];
	if (st->is_failed || p->ops != 15 || world_may_fail(w, conn, side) ||
	    w->hosts[w->s->conns[conn].host[1 - side]].is_frozen)
		return true;
	for (unsigned n = 0; n < st->posted; n++) {
		unsigned i = st->ops[n];
		bool may_rnr = p->rnr_retry_limit < 7 && w->s->ops[i].takes_receive &&
			       w->op[i].recv_posted_ns > w->op[i].posted_ns;
		if (w->s->ops[i].wrong != RIGHT || may_rnr)
			return true;
	}
	return false;
}

static void aim(const struct world *w, unsigned i, struct ref_work *work)
{
	const struct prop_op *op = &w->s->ops[i];
	const struct prop_host *t = &w->hosts[w->s->conns[op->conn].host[1 - op->side]];
	uint32_t at = w->place[i].remote, past = op->length > TAIL ? TAIL : op->length - 1;

	if (op->kind == REF_FADD && op->wrong == RIGHT)
		at = t->counter[op->counter];
	if (op->wrong == WRONG_RANGE)
		at = t->region_end - (op->kind >= REF_FADD ? 0 : past);
	if (op->wrong == WRONG_ALIGN)
		at += 1 + (uint32_t)op->value % 7;
	work->address = t->address + (at - t->region);
	work->rkey = t->rkey;
	if (op->wrong == WRONG_KEY)
		work->rkey ^= 0x5A5A5A5A;
	if (op->wrong == WRONG_RIGHTS)
		work->rkey = t->no_rkey;
	/* PLACE-5: without bytes no key is needed. */
	if (op->length == 0)
		work->rkey = (uint32_t)op->value;
}

static enum result post_work(struct world *w, unsigned i)
{
	const struct prop_op *op = &w->s->ops[i];
	unsigned host = w->s->conns[op->conn].host[op->side];
	struct ref_work work = { .kind = op->kind,
				 .stream = op->stream,
				 .id = i,
				 .local = w->memory + w->place[i].local,
				 .length = op->length,
				 .with_immediate = op->with_immediate,
				 .solicited = op->solicited,
				 .fence = op->fence,
				 .immediate = op->immediate,
				 .swap_or_add = op->value };

	if (op->kind != REF_SEND)
		aim(w, i, &work);
	if (op->kind == REF_CSWAP) {
		memcpy(&w->op[i].before, w->shadow + w->place[i].remote, 8);
		work.compare = w->op[i].before + !op->matches;
	}
	return ref_work_post(sim_endpoint(w->net, host), w->conns[op->conn].handle[op->side], &work,
			     sim_now(w->net));
}

/* NONE: not due, no room, or nothing left; *due_ns when it may be worth another try. */
static enum result next_work(struct world *w, struct prop_stream *st, unsigned conn, unsigned side,
			     uint64_t *due_ns)
{
	enum result r;
	unsigned i;

	if (st->posted == st->count)
		return RES_NONE;
	i = st->ops[st->posted];
	if (w->s->ops[i].post_ns > sim_now(w->net)) {
		*due_ns = w->s->ops[i].post_ns < *due_ns ? w->s->ops[i].post_ns : *due_ns;
		return RES_NONE;
	}
	r = post_work(w, i);
	if (r == RES_E_SPACE)
		return RES_NONE;
	if (r == RES_OK) {
		w->op[i].is_posted = true;
		w->op[i].posted_ns = sim_now(w->net);
		st->posted++;
		return RES_OK;
	}
	if (r != RES_E_STATE || !may_be_in_error(w, st, conn, side))
		world_fail(w, ERR_3, "operation %u is refused: %s", i, result_name(r));
	st->count = st->posted;
	return RES_NONE;
}

static enum result next_receive(struct world *w, struct prop_stream *st, unsigned conn,
				unsigned side, uint64_t *due_ns)
{
	const struct prop_op *op;
	enum result r;
	unsigned i;

	if (st->recv_posted == st->recv_count)
		return RES_NONE;
	i = st->receives[st->recv_posted];
	op = &w->s->ops[i];
	if (op->recv_ns > sim_now(w->net)) {
		*due_ns = op->recv_ns < *due_ns ? op->recv_ns : *due_ns;
		return RES_NONE;
	}
	r = ref_recv_post(sim_endpoint(w->net, w->s->conns[conn].host[side]),
			  w->conns[conn].handle[side], op->stream, 1u << 16 | i,
			  w->memory + w->place[i].remote, op->kind == REF_SEND ? op->room : 0,
			  sim_now(w->net));
	if (r == RES_OK) {
		w->op[i].recv_posted_ns = sim_now(w->net);
		st->recv_posted++;
		return RES_OK;
	}
	if (r == RES_E_SPACE)
		return RES_NONE;
	if (r != RES_E_STATE || !world_may_fail(w, conn, side))
		world_fail(w, SEND_1, "receive %u is refused: %s", i, result_name(r));
	st->recv_count = st->recv_posted;
	return RES_NONE;
}

static void post_stream(struct world *w, unsigned conn, unsigned side, unsigned stream,
			uint64_t *due_ns)
{
	struct prop_stream *st = &w->conns[conn].streams[side][stream];
	bool has_posted = false;

	while (next_receive(w, st, conn, 1 - side, due_ns) == RES_OK)
		has_posted = true;
	while (next_work(w, st, conn, side, due_ns) == RES_OK)
		has_posted = true;
	if (has_posted) {
		sim_wake(w->net, w->s->conns[conn].host[0]);
		sim_wake(w->net, w->s->conns[conn].host[1]);
	}
}

void world_post(struct world *w)
{
	w->is_retry = false;
	w->next_post_ns = REF_NEVER;
	for (unsigned conn = 0; conn < w->s->conn_count; conn++)
		for (unsigned side = 0; side < 2; side++)
			for (unsigned i = 0; i < w->conns[conn].config[0].params.streams; i++)
				post_stream(w, conn, side, i, &w->next_post_ns);
}

bool world_is_done(const struct world *w)
{
	for (unsigned conn = 0; conn < w->s->conn_count; conn++)
		for (unsigned side = 0; side < 2; side++)
			for (unsigned i = 0; i < w->conns[conn].config[0].params.streams; i++) {
				const struct prop_stream *st = &w->conns[conn].streams[side][i];
				if (st->done != st->count)
					return false;
			}
	return true;
}
