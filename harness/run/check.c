/* CHECK: queries over the device's packets of the case. */
#include "harness/run/harness.h"

#include <stdio.h>

/* Frames from before the connection was set up are another case's. */
static bool is_meant(const struct harness *h, const struct step *s, const struct trace_packet *t)
{
	if (t->is_sent || t->decoded || t->number < h->first_frame)
		return false;
	if (s->packet == PKT_ANY_SEQ)
		return wire_is_sequenced(t->p.kind);
	return t->p.kind == (enum wire_kind)s->packet;
}

static void check_every(struct harness *h, const struct step *s)
{
	const struct want *first = NULL;
	size_t seen = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!is_meant(h, s, t))
			continue;
		seen++;
		if (harness_meets(h, s, t, &first))
			continue;
		harness_say_difference(h, harness_step_clause(h, s), t, first);
		return;
	}
	if (!seen) /* a pass needs evidence */
		harness_fail(h, harness_step_clause(h, s), 0, "packet", "at least one of this kind",
			     "none");
}

static void check_never(struct harness *h, const struct step *s)
{
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!is_meant(h, s, t) || !harness_meets(h, s, t, NULL))
			continue;
		harness_fail(h, harness_step_clause(h, s), t->number, "packet",
			     "never one like this", wire_kinds[t->p.kind].name);
		return;
	}
}

static void check_count(struct harness *h, const struct step *s)
{
	int64_t want = harness_number(h, s->n), count = 0;
	uint32_t last = 0;
	char expected[32], seen[32];

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!is_meant(h, s, t) || !harness_meets(h, s, t, NULL))
			continue;
		count++;
		last = t->number;
	}
	if (count == want)
		return;
	snprintf(expected, sizeof(expected), "%lld", (long long)want);
	snprintf(seen, sizeof(seen), "%lld", (long long)count);
	harness_fail(h, harness_step_clause(h, s), last, "packets of this kind", expected, seen);
}

static void check_some(struct harness *h, const struct step *s)
{
	for (size_t i = 0; i < h->trace.count; i++)
		if (is_meant(h, s, h->trace.at[i]) && harness_meets(h, s, h->trace.at[i], NULL))
			return;
	harness_fail(h, harness_step_clause(h, s), 0, "packet", "at least one like this", "none");
}

void harness_step_check(struct harness *h, const struct step *s)
{
	if (s->check == CHECK_EVERY)
		check_every(h, s);
	else if (s->check == CHECK_NEVER)
		check_never(h, s);
	else if (s->check == CHECK_COUNT)
		check_count(h, s);
	else if (s->check == CHECK_SOME)
		check_some(h, s);
	else
		s->fn(h, harness_step_clause(h, s));
}
