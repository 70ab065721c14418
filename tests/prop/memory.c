/* The hosts' memory: every operation has places of its own with canaries around; a shadow says
 * what each byte has to be. */
#include "tests/prop/world.h"

#include <string.h>

static uint32_t take(struct world *w, uint32_t bytes)
{
	uint32_t at = w->used + CANARY;
	w->used = (at + bytes + CANARY + 7) / 8 * 8;
	return at;
}

static bool is_atomic(const struct prop_op *op)
{
	return op->kind == REF_FADD || op->kind == REF_CSWAP;
}

static unsigned target_of(const struct scenario *s, const struct prop_op *op)
{
	return s->conns[op->conn].host[1 - op->side];
}

/* WRITE, READ and atomics: a place in the target's region. */
static void lay_out_region(struct world *w, unsigned host)
{
	struct prop_host *h = &w->hosts[host];
	w->used = (w->used + 7) / 8 * 8;
	h->region = w->used;
	for (unsigned i = 0; i < COUNTERS; i++)
		h->counter[i] = take(w, 8);
	for (unsigned i = 0; i < w->s->op_count; i++) {
		const struct prop_op *op = &w->s->ops[i];
		if (op->kind == REF_SEND || target_of(w->s, op) != host)
			continue;
		w->place[i].remote = op->of >= 0 ? w->place[op->of].remote
						 : take(w, is_atomic(op) ? 16 : op->length);
	}
	h->region_end = (w->used + TAIL + 7) / 8 * 8;
	w->used = h->region_end;
}

/* From the seed alone, so that operations may be left out without moving the others. */
static void fill(struct world *w)
{
	uint64_t r = w->s->seed ^ UINT64_C(0x6D656D6F7279);
	for (uint32_t at = 0; at < w->used; at += 8) {
		uint64_t v = sim_random(&r);
		memcpy(w->memory + at, &v, 8);
	}
	memcpy(w->shadow, w->memory, w->used);
}

void world_lay_out(struct world *w)
{
	w->used = 0;
	for (unsigned h = 0; h < w->s->net.hosts; h++)
		lay_out_region(w, h);
	for (unsigned i = 0; i < w->s->op_count; i++) {
		const struct prop_op *op = &w->s->ops[i];
		w->place[i].local = take(w, op->length);
		if (op->kind == REF_SEND)
			w->place[i].remote = take(w, op->room);
	}
	w->used = (w->used + CANARY + 7) / 8 * 8;
	fill(w);
}

/* From where to where; the bytes at *from do not change once the operation is posted. */
static void ends_of(const struct world *w, unsigned i, uint32_t *from, uint32_t *to)
{
	const struct prop_op *op = &w->s->ops[i];
	bool is_read = op->kind == REF_READ;
	*from = is_read ? w->place[i].remote : w->place[i].local;
	*to = is_read ? w->place[i].local : w->place[i].remote;
	if (is_read && op->of >= 0 && !w->s->ops[op->of].is_off)
		*from = w->place[op->of].local;
}

bool world_has_moved(const struct world *w, unsigned i)
{
	uint32_t from, to;
	ends_of(w, i, &from, &to);
	return memcmp(w->memory + to, w->shadow + from, w->s->ops[i].length) == 0;
}

static bool is_read_back(const struct world *w, unsigned i)
{
	for (unsigned n = i + 1; n < w->s->op_count; n++)
		if (w->s->ops[n].of == (int)i && !w->s->ops[n].is_off)
			return true;
	return false;
}

static bool is_in_frozen_region(const struct world *w, unsigned i)
{
	const struct prop_op *op = &w->s->ops[i];
	return op->kind != REF_SEND && w->hosts[target_of(w->s, op)].is_frozen;
}

static void write_over(struct world *w, uint32_t at, uint32_t bytes)
{
	for (uint32_t i = at; i < at + bytes; i++) {
		w->memory[i] ^= 0xFF;
		w->shadow[i] = w->memory[i];
	}
}

void world_moved(struct world *w, unsigned i)
{
	const struct prop_op *op = &w->s->ops[i];
	bool is_written = op->kind == REF_WRITE || op->kind == REF_SEND;
	uint32_t from, to;

	ends_of(w, i, &from, &to);
	if (!w->op[i].is_there)
		memcpy(w->shadow + to, w->shadow + from, op->length);
	w->op[i].is_there = true;
	/* PLACE-7, PSN-5: what is complete is its owner's. */
	if (is_written && !is_read_back(w, i) && !is_in_frozen_region(w, i) &&
	    !w->op[i].is_written_over) {
		write_over(w, to, op->length);
		w->op[i].is_written_over = true;
	}
}

void world_freeze(struct world *w, unsigned host)
{
	struct prop_host *h = &w->hosts[host];
	world_compare(w);
	h->is_frozen = true;
	memcpy(w->shadow + h->region, w->memory + h->region, h->region_end - h->region);
}

/* Not completed as good: each byte may be the old or the new one (ERR-2, LIFE-2). */
static void allow_either(struct world *w, unsigned i)
{
	const struct prop_op *op = &w->s->ops[i];
	uint32_t from, to, bytes = op->length;

	if (op->wrong != RIGHT && op->wrong != WRONG_LENGTH)
		return;
	if (op->wrong == WRONG_LENGTH)
		bytes = op->room; /* SEND-2 */
	if (op->kind == REF_WRITE && is_in_frozen_region(w, i))
		return;
	ends_of(w, i, &from, &to);
	for (uint32_t b = 0; b < bytes; b++)
		if (w->memory[to + b] == w->shadow[from + b])
			w->shadow[to + b] = w->memory[to + b];
}

/* One that has not completed as good has taken effect or not; counters are added up apart. */
static void allow_atomic(struct world *w, unsigned i)
{
	const struct prop_op *op = &w->s->ops[i];
	uint32_t remote = w->place[i].remote, local = w->place[i].local;

	if (op->wrong != RIGHT)
		return;
	/* Its own result may be there before it is complete. */
	memcpy(w->shadow + local, w->memory + local, 8);
	if (op->kind == REF_CSWAP && op->matches && !is_in_frozen_region(w, i) &&
	    memcmp(w->memory + remote, &op->value, 8) == 0)
		memcpy(w->shadow + remote, &op->value, 8);
}

static void allow_shared(struct world *w)
{
	for (unsigned h = 0; h < w->s->net.hosts; h++) {
		const struct prop_host *host = &w->hosts[h];
		uint32_t tail = host->region_end - TAIL; /* of WRITEs that run out of the region */
		if (host->is_frozen)
			continue;
		memcpy(w->shadow + tail, w->memory + tail, TAIL);
		for (unsigned i = 0; i < COUNTERS; i++)
			memcpy(w->shadow + host->counter[i], w->memory + host->counter[i], 8);
	}
}

void world_compare(struct world *w)
{
	for (unsigned i = 0; i < w->s->op_count; i++) {
		const struct prop_op_state *st = &w->op[i];
		bool is_good = st->is_there || (st->is_done && st->status == REF_SUCCESS);
		if (!st->is_posted || is_good)
			continue;
		if (is_atomic(&w->s->ops[i]))
			allow_atomic(w, i);
		else
			allow_either(w, i);
	}
	allow_shared(w);
	if (memcmp(w->memory, w->shadow, w->used) == 0)
		return;
	for (uint32_t at = 0; at < w->used; at++)
		if (w->memory[at] != w->shadow[at]) {
			world_fail(w, PLACE_3, "byte %u of memory has changed", at);
			return;
		}
}
