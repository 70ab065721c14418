/* Named check of ATOMIC at the device: whether what it answered can have happened.  Works backwards
 * from what memory holds at the end; sends nothing. */
#include "harness/run/checks.h"
#include "reference/soft/pattern.h"

#include <string.h>

enum { MOST = 64 };

/* An operation that was answered, and what it made of the value it found. */
struct answer {
	const struct trace_packet *request;
	uint64_t found, left;
	bool is_used;
};
struct answers {
	struct answer at[MOST];
	size_t count;
};

static bool is_atomic(const struct trace_packet *t)
{
	return t->p.kind == PKT_ATOMIC_FADD || t->p.kind == PKT_ATOMIC_CSWAP;
}

static const struct trace_packet *request_of(const struct harness *h, const struct trace_packet *r)
{
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (t->is_sent && !t->decoded && is_atomic(t) &&
		    t->p.msg_stream == r->p.msg_stream && t->p.msg_msn == r->p.msg_msn)
			return t;
	}
	return NULL;
}

static uint64_t left_by(const struct wire_packet *q, uint64_t found)
{
	if (q->kind == PKT_ATOMIC_FADD)
		return found + q->operand_swap_or_add;
	return found == q->operand_compare ? q->operand_swap_or_add : found;
}

static void collect(struct harness *h, enum clause_id clause, struct answers *all)
{
	for (size_t i = 0; i < h->trace.count && all->count < MOST; i++) {
		const struct trace_packet *t = h->trace.at[i], *q;

		if (!checks_is_first(h, t) || t->p.kind != PKT_ATOMIC_RESP || t->p.path_rerouted)
			continue;
		q = request_of(h, t);
		if (!q) {
			checks_fail(h, clause, t->number, "packet", "a response to a request",
				    "msn %u", (unsigned)t->p.msg_msn);
			continue;
		}
		all->at[all->count++] =
			(struct answer){ .request = q,
					 .found = t->p.result_original,
					 .left = left_by(&q->p, t->p.result_original) };
	}
}

/* Nothing of the same stream that is still to be placed came later. */
static bool is_last(const struct answers *all, const struct answer *a)
{
	for (size_t i = 0; i < all->count; i++) {
		const struct wire_packet *q = &all->at[i].request->p;

		if (!all->at[i].is_used && q->msg_stream == a->request->p.msg_stream &&
		    q->remote_address == a->request->p.remote_address &&
		    (int32_t)(q->msg_msn - a->request->p.msg_msn) > 0)
			return false;
	}
	return true;
}

static struct answer *before(struct answers *all, uint64_t address, uint64_t value)
{
	for (size_t i = 0; i < all->count; i++) {
		struct answer *a = &all->at[i];

		if (!a->is_used && a->request->p.remote_address == address && a->left == value &&
		    is_last(all, a))
			return a;
	}
	return NULL;
}

static uint64_t value_at(const struct harness *h, uint64_t address, bool is_at_start)
{
	uint64_t at = address - h->target.address, value = 0;
	uint8_t *bytes = (uint8_t *)&value;

	for (uint64_t i = 0; i < sizeof(value) && at + i < h->target.bytes; i++)
		bytes[i] = is_at_start ? pattern_byte(h->target.seed, at + i)
				       : h->target.expected[at + i];
	return value;
}

static bool has_written(const struct harness *h)
{
	for (size_t i = 0; i < h->trace.count; i++)
		if (h->trace.at[i]->is_crafted && h->trace.at[i]->p.kind == PKT_WRITE)
			return true;
	return false;
}

static void judge_place(struct harness *h, enum clause_id clause, struct answers *all,
			uint64_t address)
{
	uint64_t value = value_at(h, address, false), start = value_at(h, address, true);
	struct answer *a;

	while ((a = before(all, address, value))) {
		a->is_used = true;
		value = a->found;
	}
	if (!has_written(h) && value != start)
		checks_fail(h, clause, 0, "result.original", "what memory held at first",
			    "0x%llx, memory held 0x%llx", (unsigned long long)value,
			    (unsigned long long)start);
}

void check_atomics(struct harness *h, enum clause_id clause)
{
	struct answers all = { .count = 0 };

	collect(h, clause, &all);
	if (!all.count)
		harness_fail(h, clause, 0, "packet", "ATOMIC_RESP", "none");
	for (size_t i = 0; i < all.count; i++)
		if (!all.at[i].is_used)
			judge_place(h, clause, &all, all.at[i].request->p.remote_address);
	for (size_t i = 0; i < all.count; i++)
		if (!all.at[i].is_used)
			checks_fail(h, clause, all.at[i].request->number, "result.original",
				    "a value that memory held in turn", "0x%llx for msn %u",
				    (unsigned long long)all.at[i].found,
				    (unsigned)all.at[i].request->p.msg_msn);
	harness_compare_memory(h, &h->target, "target", clause, clause);
}
