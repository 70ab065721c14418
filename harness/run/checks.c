/* Ground of the named checks: which packets they look at, and in which order.  Judges nothing. */
#include "harness/run/checks.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool checks_is_device(const struct harness *h, const struct trace_packet *t)
{
	return !t->is_sent && t->is_ours && !t->decoded &&
	       t->p.base_dst_conn == h->tester.local.conn_id &&
	       t->p.path_id < h->device.params.paths;
}

bool checks_is_sequenced(const struct harness *h, const struct trace_packet *t)
{
	return checks_is_device(h, t) && wire_is_sequenced(t->p.kind);
}

bool checks_is_first(const struct harness *h, const struct trace_packet *t)
{
	return checks_is_sequenced(h, t) && !t->transmission;
}

bool checks_is_same_psn(const struct trace_packet *a, const struct trace_packet *b)
{
	return a->p.path_id == b->p.path_id && a->p.base_psn == b->p.base_psn;
}

static int compare(const void *left, const void *right)
{
	const struct trace_packet *a = *(const struct trace_packet *const *)left;
	const struct trace_packet *b = *(const struct trace_packet *const *)right;

	if (a->p.path_id != b->p.path_id)
		return a->p.path_id < b->p.path_id ? -1 : 1;
	if (a->p.base_psn != b->p.base_psn)
		return a->p.base_psn < b->p.base_psn ? -1 : 1;
	return (a->number > b->number) - (a->number < b->number);
}

const struct trace_packet **checks_by_psn(struct harness *h, size_t *count)
{
	const struct trace_packet **at =
		arena_take(h->arena, (h->trace.count + 1) * sizeof(struct trace_packet *));
	size_t n = 0;

	for (size_t i = 0; i < h->trace.count; i++)
		if (checks_is_sequenced(h, h->trace.at[i]))
			at[n++] = h->trace.at[i];
	qsort(at, n, sizeof(*at), compare);
	*count = n;
	return at;
}

void checks_fail(struct harness *h, enum clause_id clause, uint32_t frame, const char *field,
		 const char *expected, const char *format, ...)
{
	char seen[160];
	va_list args;

	va_start(args, format);
	vsnprintf(seen, sizeof(seen), format, args);
	va_end(args);
	harness_fail(h, clause, frame, field, expected, seen);
}
